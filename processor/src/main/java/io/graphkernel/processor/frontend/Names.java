package io.graphkernel.processor.frontend;

/** Qualified names of the run time's classes, on which the processor does not depend. */
final class Names {

    static final String RUNTIME = "io.graphkernel.runtime.";
    static final String LIST = "java.util.List";
    static final String TENSOR = RUNTIME + "Tensor";
    static final String OPS = RUNTIME + "Ops";
    static final String DTYPE = RUNTIME + "DType";
    static final String PARAMETERS = RUNTIME + "Parameters";
    static final String GRADIENTS = RUNTIME + "Gradients";
    static final String VALUE_AND_GRADIENT = RUNTIME + "ValueAndGradient";

    private Names() {}
}
