package models;

import io.graphkernel.annotations.OnnxModel;

/** A model of this project. */
@OnnxModel("own.onnx")
interface Own {}
