"""Factories of torch 2.13.0. Written by tools/generate_tables.py."""

FACTORIES = """\
torch.Tensor.new_empty new follows=self size * dtype layout device pin_memory requires_grad
torch.Tensor.new_empty_strided new follows=self size stride * dtype layout device pin_memory requires_grad
torch.Tensor.new_full new follows=self size fill_value * dtype layout device pin_memory requires_grad
torch.Tensor.new_ones new follows=self size * dtype layout device pin_memory requires_grad
torch.Tensor.new_zeros new follows=self size * dtype layout device pin_memory requires_grad
torch.arange range rank=1;out start end step * dtype layout device pin_memory out requires_grad
torch.bartlett_window fixed rank=1 window_length periodic * dtype layout device pin_memory requires_grad
torch.blackman_window fixed rank=1 window_length periodic * dtype layout device pin_memory requires_grad
torch.empty sizes out size * dtype layout device pin_memory memory_format out requires_grad
torch.empty_like like follows=input input * dtype layout device pin_memory memory_format requires_grad
torch.empty_permuted sizes - size physical_layout * dtype layout device pin_memory requires_grad
torch.empty_quantized sizes - size qtensor * dtype layout device pin_memory memory_format requires_grad
torch.empty_strided sizes - size stride * dtype layout device pin_memory requires_grad
torch.eye fixed rank=2;out n m * dtype layout device pin_memory out requires_grad
torch.fft.fftfreq fixed rank=1;out n d * dtype layout device pin_memory out requires_grad
torch.fft.rfftfreq fixed rank=1;out n d * dtype layout device pin_memory out requires_grad
torch.from_file sizes - filename shared size * dtype layout device pin_memory requires_grad
torch.full sizes out size fill_value * dtype layout device pin_memory out requires_grad
torch.full_like like follows=input input fill_value * dtype layout device pin_memory memory_format requires_grad
torch.hamming_window fixed rank=1 window_length periodic alpha beta * dtype layout device pin_memory requires_grad
torch.hann_window fixed rank=1 window_length periodic * dtype layout device pin_memory requires_grad
torch.kaiser_window fixed rank=1 window_length periodic beta * dtype layout device pin_memory requires_grad
torch.linspace range rank=1;out start end steps * dtype layout device pin_memory out requires_grad
torch.logspace range rank=1;out start end steps base * dtype layout device pin_memory out requires_grad
torch.normal sizes random;out mean std size * generator out dtype layout device pin_memory requires_grad
torch.ones sizes out size * dtype layout device pin_memory out requires_grad
torch.ones_like like follows=input input * dtype layout device pin_memory memory_format requires_grad
torch.rand sizes random;out size * dtype layout device pin_memory generator out requires_grad
torch.rand_like like follows=input;random input * dtype layout device pin_memory memory_format generator requires_grad
torch.randint sizes random;out low high size * dtype layout device pin_memory generator out requires_grad
torch.randint_like like follows=input;random input high * low dtype layout device pin_memory memory_format generator requires_grad
torch.randn sizes random;out size * dtype layout device pin_memory generator out requires_grad
torch.randn_like like follows=input;random input * dtype layout device pin_memory memory_format generator requires_grad
torch.randperm fixed rank=1;random;out n * dtype layout device pin_memory generator out requires_grad
torch.range range rank=1;out start end step * dtype layout device pin_memory out requires_grad
torch.scalar_tensor fixed rank=0 s * dtype layout device pin_memory requires_grad
torch.signal.windows.bartlett fixed rank=1 M * sym dtype layout device requires_grad
torch.signal.windows.blackman fixed rank=1 M * sym dtype layout device requires_grad
torch.signal.windows.cosine fixed rank=1 M * sym dtype layout device requires_grad
torch.signal.windows.exponential fixed rank=1 M * center tau sym dtype layout device requires_grad
torch.signal.windows.gaussian fixed rank=1 M * std sym dtype layout device requires_grad
torch.signal.windows.general_cosine fixed rank=1 M * a sym dtype layout device requires_grad
torch.signal.windows.general_hamming fixed rank=1 M * alpha sym dtype layout device requires_grad
torch.signal.windows.hamming fixed rank=1 M * sym dtype layout device requires_grad
torch.signal.windows.hann fixed rank=1 M * sym dtype layout device requires_grad
torch.signal.windows.kaiser fixed rank=1 M * beta sym dtype layout device requires_grad
torch.signal.windows.nuttall fixed rank=1 M * sym dtype layout device requires_grad
torch.sparse_bsc_tensor data follows=ccol_indices,row_indices,values ccol_indices row_indices values size * dtype layout device pin_memory requires_grad
torch.sparse_bsr_tensor data follows=crow_indices,col_indices,values crow_indices col_indices values size * dtype layout device pin_memory requires_grad
torch.sparse_compressed_tensor data follows=compressed_indices,plain_indices,values compressed_indices plain_indices values size * dtype layout device pin_memory requires_grad
torch.sparse_coo_tensor data follows=indices,values indices values size * dtype layout device pin_memory is_coalesced requires_grad
torch.sparse_csc_tensor data follows=ccol_indices,row_indices,values ccol_indices row_indices values size * dtype layout device pin_memory requires_grad
torch.sparse_csr_tensor data follows=crow_indices,col_indices,values crow_indices col_indices values size * dtype layout device pin_memory requires_grad
torch.tril_indices fixed rank=2 row col offset * dtype layout device pin_memory requires_grad
torch.triu_indices fixed rank=2 row col offset * dtype layout device pin_memory requires_grad
torch.zeros sizes out size * dtype layout device pin_memory out requires_grad
torch.zeros_like like follows=input input * dtype layout device pin_memory memory_format requires_grad
"""
