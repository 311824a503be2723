import os

import lightning.pytorch as pl
from torch import nn, optim, rand, utils
from torchvision.datasets import MNIST
from torchvision.transforms import ToTensor

# any number of modules
encoder = nn.Sequential(nn.Linear(28 * 28, 64), nn.ReLU(), nn.Linear(64, 3))
decoder = nn.Sequential(nn.Linear(3, 64), nn.ReLU(), nn.Linear(64, 28 * 28))


class LitAutoEncoder(pl.LightningModule):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def training_step(self, batch, batch_idx):
        x, y = batch
        x = x.view(x.size(0), -1)
        z = self.encoder(x)
        x_hat = self.decoder(z)
        loss = nn.functional.mse_loss(x_hat, x)
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self):
        optimizer = optim.Adam(self.parameters(), lr=1e-3)
        return optimizer


def main():
    autoencoder = LitAutoEncoder(encoder, decoder)
    dataset = MNIST(os.getcwd(), download=True, transform=ToTensor())
    train_loader = utils.data.DataLoader(dataset)

    trainer = pl.Trainer(limit_train_batches=100, max_epochs=1)
    trainer.fit(model=autoencoder, train_dataloaders=train_loader)

    # from the checkpoint
    checkpoint = "./lightning_logs/version_0/checkpoints/epoch=0-step=100.ckpt"
    autoencoder = LitAutoEncoder.load_from_checkpoint(checkpoint, encoder=encoder, decoder=decoder)

    # the trained encoder
    trained = autoencoder.encoder
    trained.eval()

    # four made up pictures
    fake_image_batch = rand(4, 28 * 28)
    embeddings = trained(fake_image_batch)  # wanted
    print("=" * 20, "\n", "predictions of 4 pictures:\n", embeddings, "\n", "=" * 20)


if __name__ == "__main__":
    main()
