import time
from datetime import datetime

import numpy as np
import torch

from metrics import AverageMeter, accuracy


class BaseEvaluator(object):
    def __init__(self, model, converter, metric, use_cuda=True, loss_weights={}):
        super(BaseEvaluator, self).__init__()
        self.model = model
        self.metric = metric
        self.use_cuda = use_cuda
        self.device = torch.device("cuda" if use_cuda else "cpu")
        self.converter = converter
        self.loss_weights = loss_weights

    def evaluate(self, data_loader, step=1, print_freq=1):
        self.model.eval()
        with torch.no_grad():
            batch_time = AverageMeter()
            rec_output, targets, losses = [], [], []
            end = time.time()
            for i, inputs in enumerate(data_loader):
                input_dict = self._parse_data(inputs, self.converter)
                output_dict = self._forward(input_dict)
                batch_size = input_dict["images"].size(0)

                total_loss_batch = 0.0
                for k, loss in output_dict["loss"].items():
                    total_loss_batch += self.loss_weights[k] * loss

                targets += inputs[1]
                losses.append(total_loss_batch)
                rec_output.append(output_dict["output"]["pred_rec"].cpu())
                batch_time.update(time.time() - end)
                end = time.time()
                if (i + 1) % print_freq == 0:
                    print(
                        "[{}]\tEvaluation: [{}/{}]\tTime {:.3f} ({:.3f})".format(
                            datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
                            i + 1,
                            len(data_loader),
                            batch_time.val,
                            batch_time.avg,
                        )
                    )

            losses = np.sum(losses) / (1.0 * len(data_loader) * batch_size)  # wanted
            rec_output = torch.cat(rec_output)
            eval_res = accuracy(rec_output, targets, self.converter)
            print("{0}: {1:.5f} loss {2:.3f}".format(self.metric, eval_res, losses))
            return eval_res

    def _parse_data(self, inputs, converter):
        raise NotImplementedError

    def _forward(self, inputs):
        raise NotImplementedError


class Evaluator(BaseEvaluator):
    def _parse_data(self, inputs, converter):
        input_dict = {}
        imgs, label_encs = inputs
        images = imgs.to(self.device)
        labels, lengths = converter.encode(label_encs)
        input_dict["images"] = images
        input_dict["rec_targets"] = labels.to(self.device)
        input_dict["rec_lengths"] = lengths
        return input_dict

    def _forward(self, input_dict):
        self.model.eval()
        with torch.no_grad():
            output_dict = self.model(input_dict)
        return output_dict
