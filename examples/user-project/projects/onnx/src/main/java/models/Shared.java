package models;

import io.graphkernel.annotations.OnnxModel;

/** A model in the jar of a dependency. */
@OnnxModel("shared/shared.onnx")
interface Shared {}
