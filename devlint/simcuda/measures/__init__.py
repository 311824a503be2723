"""What a simulated run would cost on a GPU: synchronisations, copies between host and device, memory."""
