class AverageMeter(object):
    def __init__(self):
        self.val = self.avg = self.sum = self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def accuracy(output, targets, converter):
    words = converter.decode(output)
    return sum(a == b for a, b in zip(words, targets)) / len(targets)
