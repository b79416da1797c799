package demo;

import io.graphkernel.annotations.OnnxModel;

@OnnxModel("model.onnx")
final class Model {}
//    ^ GK-2403
