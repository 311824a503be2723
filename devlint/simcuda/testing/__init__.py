"""What the pytest plugin consists of; importing it does not import torch."""
