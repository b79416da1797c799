package demo;

import io.graphkernel.annotations.OnnxModel;

@OnnxModel("nowhere/model.onnx")
//         ^ GK-2400
interface Model {}
