package io.graphkernel.processor.frontend.javac;

/** Qualified names of runtime classes, on which the processor has no dependency. */
public final class RuntimeTypeNames {

    static final String RUNTIME = "io.graphkernel.runtime.";
    public static final String LIST = "java.util.List";
    public static final String ARRAY_LIST = "java.util.ArrayList";
    public static final String TENSOR = RUNTIME + "Tensor";
    public static final String OPS = RUNTIME + "Ops";
    public static final String DTYPE = RUNTIME + "DType";
    public static final String PARAMETERS = RUNTIME + "Parameters";
    public static final String GRADIENTS = RUNTIME + "Gradients";
    public static final String ELEMENTWISE = RUNTIME + "Elementwise";
    public static final String SCANS = RUNTIME + "Scans";
    public static final String FLEX_ATTENTION = RUNTIME + "FlexAttention";
    public static final String RAGGED_BATCH = RUNTIME + "RaggedBatch";
    public static final String VALUE_AND_GRADIENT = RUNTIME + "ValueAndGradient";

    private RuntimeTypeNames() {}
}
