import torch


def noise(shape, seed, device):
    generator = torch.Generator().manual_seed(seed)  # right: generator = torch.Generator(device).manual_seed(seed)
    return torch.randn(shape, generator=generator, device=device)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    print(noise((2, 3), 0, device).shape)


if __name__ == "__main__":
    main()
