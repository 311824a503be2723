"""Modules of torch 2.13.0. Written by tools/generate_tables.py."""

MODULES = """\
torch.nn.AdaptiveAvgPool1d never tensor - output_size
torch.nn.AdaptiveAvgPool2d never tensor - output_size
torch.nn.AdaptiveAvgPool3d never tensor - output_size
torch.nn.AdaptiveLogSoftmaxWithLoss always tensors device in_features n_classes cutoffs div_value head_bias device dtype
torch.nn.AdaptiveMaxPool1d never tensor several=return_indices output_size return_indices
torch.nn.AdaptiveMaxPool2d never tensor several=return_indices output_size return_indices
torch.nn.AdaptiveMaxPool3d never tensor several=return_indices output_size return_indices
torch.nn.AlphaDropout never tensor - p inplace
torch.nn.AvgPool1d never tensor - kernel_size stride padding ceil_mode count_include_pad
torch.nn.AvgPool2d never tensor - kernel_size stride padding ceil_mode count_include_pad divisor_override
torch.nn.AvgPool3d never tensor - kernel_size stride padding ceil_mode count_include_pad divisor_override
torch.nn.BCELoss arguments tensor - weight size_average reduce reduction
torch.nn.BCEWithLogitsLoss arguments tensor - weight size_average reduce reduction pos_weight
torch.nn.BatchNorm1d always tensor device;without=affine:False,track_running_stats:False num_features eps momentum affine track_running_stats device dtype bias
torch.nn.BatchNorm2d always tensor device;without=affine:False,track_running_stats:False num_features eps momentum affine track_running_stats device dtype bias
torch.nn.BatchNorm3d always tensor device;without=affine:False,track_running_stats:False num_features eps momentum affine track_running_stats device dtype bias
torch.nn.Bilinear always tensor device in1_features in2_features out_features bias device dtype
torch.nn.CELU never tensor - alpha inplace
torch.nn.CTCLoss never tensor - blank reduction zero_infinity
torch.nn.ChannelShuffle never tensor - groups
torch.nn.CircularPad1d never tensor - padding
torch.nn.CircularPad2d never tensor - padding
torch.nn.CircularPad3d never tensor - padding
torch.nn.ConstantPad1d never tensor - padding value
torch.nn.ConstantPad2d never tensor - padding value
torch.nn.ConstantPad3d never tensor - padding value
torch.nn.Conv1d always tensor device in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.Conv2d always tensor device in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.Conv3d always tensor device in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.ConvTranspose1d always tensor device in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.ConvTranspose2d always tensor device in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.ConvTranspose3d always tensor device in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.CosineEmbeddingLoss never tensor - margin size_average reduce reduction
torch.nn.CosineSimilarity never tensor - dim eps
torch.nn.CrossEntropyLoss arguments tensor - weight size_average ignore_index reduce reduction label_smoothing
torch.nn.CrossMapLRN2d never tensor - size alpha beta k
torch.nn.DataParallel unknown unknown - module device_ids output_device dim
torch.nn.Dropout never tensor - p inplace
torch.nn.Dropout1d never tensor - p inplace
torch.nn.Dropout2d never tensor - p inplace
torch.nn.Dropout3d never tensor - p inplace
torch.nn.ELU never tensor - alpha inplace
torch.nn.Embedding always tensor device num_embeddings embedding_dim padding_idx max_norm norm_type scale_grad_by_freq sparse _weight _freeze device dtype
torch.nn.EmbeddingBag always tensor device num_embeddings embedding_dim max_norm norm_type scale_grad_by_freq mode sparse _weight include_last_offset padding_idx device dtype
torch.nn.FeatureAlphaDropout never tensor - p inplace
torch.nn.Flatten never tensor - start_dim end_dim
torch.nn.Fold never tensor - output_size kernel_size dilation padding stride
torch.nn.FractionalMaxPool2d unknown unknown several=return_indices kernel_size output_size output_ratio return_indices _random_samples
torch.nn.FractionalMaxPool3d unknown unknown several=return_indices kernel_size output_size output_ratio return_indices _random_samples
torch.nn.GELU never tensor - approximate
torch.nn.GLU never tensor - dim
torch.nn.GRU always tensors device input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size device dtype
torch.nn.GRUCell always tensor device input_size hidden_size bias device dtype
torch.nn.GaussianNLLLoss never tensor - full eps reduction
torch.nn.GroupNorm always tensor device;without=affine:False num_groups num_channels eps affine device dtype bias
torch.nn.Hardshrink never tensor - lambd
torch.nn.Hardsigmoid never tensor - inplace
torch.nn.Hardswish never tensor - inplace
torch.nn.Hardtanh never tensor - min_val max_val inplace min_value max_value
torch.nn.HingeEmbeddingLoss never tensor - margin size_average reduce reduction
torch.nn.HuberLoss never tensor - reduction delta
torch.nn.Identity never tensor - *args
torch.nn.InstanceNorm1d never tensor device;with=affine:True,track_running_stats:True num_features eps momentum affine track_running_stats device dtype bias
torch.nn.InstanceNorm2d never tensor device;with=affine:True,track_running_stats:True num_features eps momentum affine track_running_stats device dtype bias
torch.nn.InstanceNorm3d never tensor device;with=affine:True,track_running_stats:True num_features eps momentum affine track_running_stats device dtype bias
torch.nn.KLDivLoss never tensor - size_average reduce reduction log_target
torch.nn.L1Loss never tensor - size_average reduce reduction
torch.nn.LPPool1d never tensor - norm_type kernel_size stride ceil_mode
torch.nn.LPPool2d never tensor - norm_type kernel_size stride ceil_mode
torch.nn.LPPool3d never tensor - norm_type kernel_size stride ceil_mode
torch.nn.LSTM always tensors device input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size device dtype
torch.nn.LSTMCell always tensors device input_size hidden_size bias device dtype
torch.nn.LayerNorm always tensor device;without=elementwise_affine:False normalized_shape eps elementwise_affine bias device dtype
torch.nn.LazyBatchNorm1d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyBatchNorm2d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyBatchNorm3d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyConv1d always tensor device out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.LazyConv2d always tensor device out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.LazyConv3d always tensor device out_channels kernel_size stride padding dilation groups bias padding_mode device dtype
torch.nn.LazyConvTranspose1d always tensor device out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.LazyConvTranspose2d always tensor device out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.LazyConvTranspose3d always tensor device out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype
torch.nn.LazyInstanceNorm1d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyInstanceNorm2d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyInstanceNorm3d always unknown device;without=affine:False,track_running_stats:False eps momentum affine track_running_stats device dtype bias
torch.nn.LazyLinear always tensor device out_features bias device dtype
torch.nn.LeakyReLU never tensor - negative_slope inplace
torch.nn.Linear always tensor device in_features out_features bias device dtype
torch.nn.LinearCrossEntropyLoss always tensor device in_features num_classes out_features bias device dtype reduction weight ignore_index label_smoothing options
torch.nn.LocalResponseNorm never tensor - size alpha beta k
torch.nn.LogSigmoid never tensor - *args
torch.nn.LogSoftmax never tensor - dim
torch.nn.MSELoss never tensor - size_average reduce reduction
torch.nn.MarginRankingLoss never tensor - margin size_average reduce reduction
torch.nn.MaxPool1d never tensor several=return_indices kernel_size stride padding dilation return_indices ceil_mode
torch.nn.MaxPool2d never tensor several=return_indices kernel_size stride padding dilation return_indices ceil_mode
torch.nn.MaxPool3d never tensor several=return_indices kernel_size stride padding dilation return_indices ceil_mode
torch.nn.MaxUnpool1d never tensor - kernel_size stride padding
torch.nn.MaxUnpool2d never tensor - kernel_size stride padding
torch.nn.MaxUnpool3d never tensor - kernel_size stride padding
torch.nn.Mish never tensor - inplace
torch.nn.ModuleDict arguments unknown container=dict modules
torch.nn.ModuleList arguments unknown container=list modules
torch.nn.MultiLabelMarginLoss never tensor - size_average reduce reduction
torch.nn.MultiLabelSoftMarginLoss arguments tensor - weight size_average reduce reduction
torch.nn.MultiMarginLoss arguments tensor - p margin weight size_average reduce reduction
torch.nn.MultiheadAttention always tensors device embed_dim num_heads dropout bias add_bias_kv add_zero_attn kdim vdim batch_first device dtype
torch.nn.NLLLoss arguments tensor - weight size_average ignore_index reduce reduction
torch.nn.NLLLoss2d unknown unknown - weight size_average ignore_index reduce reduction
torch.nn.PReLU always tensor device num_parameters init device dtype
torch.nn.PairwiseDistance never tensor - p eps keepdim
torch.nn.ParameterDict arguments unknown container=parameters parameters
torch.nn.ParameterList arguments unknown container=parameters values
torch.nn.PixelShuffle never tensor - upscale_factor
torch.nn.PixelUnshuffle never tensor - downscale_factor
torch.nn.PoissonNLLLoss never tensor - log_input full size_average eps reduce reduction
torch.nn.RMSNorm always tensor device;without=elementwise_affine:False normalized_shape eps elementwise_affine device dtype
torch.nn.RNN always tensors device input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size device dtype
torch.nn.RNNBase unknown unknown device mode input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size device dtype
torch.nn.RNNCell always tensor device input_size hidden_size bias nonlinearity device dtype
torch.nn.RNNCellBase unknown unknown device input_size hidden_size bias num_chunks device dtype
torch.nn.RReLU never tensor - lower upper inplace
torch.nn.ReLU never tensor - inplace
torch.nn.ReLU6 never tensor - inplace
torch.nn.ReflectionPad1d never tensor - padding
torch.nn.ReflectionPad2d never tensor - padding
torch.nn.ReflectionPad3d never tensor - padding
torch.nn.ReplicationPad1d never tensor - padding
torch.nn.ReplicationPad2d never tensor - padding
torch.nn.ReplicationPad3d never tensor - padding
torch.nn.SELU never tensor - inplace
torch.nn.Sequential arguments unknown container=sequential *args
torch.nn.SiLU never tensor - inplace
torch.nn.Sigmoid never tensor - *args
torch.nn.SmoothL1Loss never tensor - size_average reduce reduction beta
torch.nn.SoftMarginLoss never tensor - size_average reduce reduction
torch.nn.Softmax never tensor - dim
torch.nn.Softmax2d never tensor - *args
torch.nn.Softmin never tensor - dim
torch.nn.Softplus never tensor - beta threshold
torch.nn.Softshrink never tensor - lambd
torch.nn.Softsign never tensor - *args
torch.nn.SyncBatchNorm always unknown device;without=affine:False,track_running_stats:False num_features eps momentum affine track_running_stats process_group device dtype bias
torch.nn.Tanh never tensor - *args
torch.nn.Tanhshrink never tensor - *args
torch.nn.Threshold never tensor - threshold value inplace
torch.nn.Transformer always tensor device d_model nhead num_encoder_layers num_decoder_layers dim_feedforward dropout activation custom_encoder custom_decoder layer_norm_eps batch_first norm_first bias device dtype
torch.nn.TransformerDecoder always tensor - decoder_layer num_layers norm
torch.nn.TransformerDecoderLayer always tensor device d_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias device dtype
torch.nn.TransformerEncoder always tensor - encoder_layer num_layers norm enable_nested_tensor mask_check
torch.nn.TransformerEncoderLayer always tensor device d_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias device dtype
torch.nn.TripletMarginLoss never tensor - margin p eps swap size_average reduce reduction
torch.nn.TripletMarginWithDistanceLoss never tensor - distance_function margin swap reduction
torch.nn.Unflatten never tensor - dim unflattened_size
torch.nn.Unfold never tensor - kernel_size dilation padding stride
torch.nn.Upsample never tensor - size scale_factor mode align_corners recompute_scale_factor
torch.nn.UpsamplingBilinear2d never tensor - size scale_factor
torch.nn.UpsamplingNearest2d never tensor - size scale_factor
torch.nn.ZeroPad1d never tensor - padding
torch.nn.ZeroPad2d never tensor - padding
torch.nn.ZeroPad3d never tensor - padding
"""
