"""The data of networks from elsewhere, by a part of the file's name."""

FACE = {"data": (1, 3, 112, 112)}
DIGIT = {"data": (1, 1, 28, 28)}
SMALL = {"data": (1, 3, 32, 32)}

NETWORKS = {
    "AdvOSBig": DIGIT,
    "Age-Gender": FACE,
    "FaceFeature80M": FACE,
    "ISLProject2021": {"data": (1, 3, 8, 32, 32)},
    "KeyKy__mobilenet": {"data": (1, 3, 224, 224)},
    "MirrorYuChen__tvm_insightface__model__": FACE,
    "SqueezeNet": {"data": (1, 3, 227, 227)},
    "ZHUXUHAN": FACE,
    "ayyaz-azeem": {"data": (1, 3, 224, 224)},
    "cifar_": SMALL,
    "cosmincatalin": DIGIT,
    "det_model-symbol": SMALL,
    "dnnl_model_model1": SMALL,
    "fashion-mnist": DIGIT,
    "fcrc-demo__lenet": DIGIT,
    "genderage_v1": FACE,
    "go-mxnet": {"data": (2, 4), "softmax_label": (8,)},
    "mnet.25__mnet.25": SMALL,
    "mobileFacenet-ncnn": FACE,
    "mobilenet_0_25": {"data": (1, 3, 64, 64)},
    "mtcnn-model__det1": {"data": (1, 3, 12, 12)},
    "mtcnn-model__det2": {"data": (1, 3, 24, 24)},
    "mtcnn-model__det3": {"data": (1, 3, 48, 48)},
    "mtcnn-model__det4": {"data": (1, 15, 24, 24)},
    "resnet-101-symbol": SMALL,
    "resnet-152": SMALL,
    "resnet-50-symbol": SMALL,
    "resnet18_v1-symbol": SMALL,
    "retinaface_mnet025_v2": SMALL,
    "save_000800": {"data": (1, 100)},
    "scripts__mnist": DIGIT,
}
