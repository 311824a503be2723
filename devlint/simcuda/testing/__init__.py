"""What the pytest plugin and the runner consist of; importing the package does not import torch."""
