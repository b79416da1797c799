package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;

/** Names of runtime classes, on which the processor has no dependency. */
final class RuntimeTypes {

    private static final String PACKAGE = "io.graphkernel.runtime";
    private static final String GENERATED = PACKAGE + ".generated";
    private static final String LIBRARY = GENERATED + ".library";

    static final ClassName TENSOR = ClassName.get(PACKAGE, "Tensor");
    static final ClassName OPS = ClassName.get(PACKAGE, "Ops");
    static final ClassName TENSOR_SCOPE = ClassName.get(PACKAGE, "TensorScope");
    static final ClassName FORWARD_CALL = ClassName.get(PACKAGE, "ForwardCall");
    static final ClassName DTYPE = ClassName.get(PACKAGE, "DType");
    static final ClassName DEVICE = ClassName.get(PACKAGE, "Device");
    static final ClassName CALL_NUMBERS = ClassName.get(GENERATED, "CallNumbers");
    static final ClassName CHECKS = ClassName.get(GENERATED, "Checks");
    static final ClassName ARGUMENT_CHECKS = ClassName.get(GENERATED + ".size", "ArgumentChecks");
    static final ClassName RESULT_CHECKS = ClassName.get(GENERATED, "ResultChecks");
    static final ClassName LEADING_DIMS = ClassName.get(GENERATED, "BatchDims");
    static final ClassName INDEX_CHECK = ClassName.get(GENERATED, "IndexCheck");
    static final ClassName SAVED_VALUES = ClassName.get(GENERATED, "SavedValues");
    static final ClassName VARIANT_CHOICE = ClassName.get(GENERATED, "VariantChoice");
    static final ClassName VARIANT_SAVED_VALUES = ClassName.get(GENERATED, "VariantSavedValues");
    static final ClassName RECORDED_KERNEL = ClassName.get(GENERATED, "RecordedKernel");
    static final ClassName SIZES = ClassName.get(GENERATED + ".size", "Sizes");
    static final ClassName KERNEL_LIBRARY = ClassName.get(GENERATED, "KernelLibrary");
    static final ClassName MODEL_WEIGHTS = ClassName.get(GENERATED, "ModelWeights");
    static final ClassName RANGE_FUNCTION = ClassName.get(GENERATED + ".jvm", "RangeFunction");
    static final ClassName REDUCE_OP = ClassName.get(PACKAGE, "ReduceOp");
    static final ClassName POST_OP = ClassName.get(LIBRARY, "PostOp");
    static final ClassName LAUNCH_FRAME = ClassName.get(GENERATED, "LaunchFrame");
    static final ClassName ARENA_PLAN = ClassName.get(GENERATED, "ArenaPlan");
    static final ClassName STREAMING = ClassName.get(GENERATED, "CacheHints");

    static final ClassName PLAN_CALL = ClassName.get(GENERATED + ".plan", "PlanCall");

    private RuntimeTypes() {}

    /** Returns the runtime class that holds the state of a library call. */
    static ClassName library(String simpleName) {
        return ClassName.get(LIBRARY + ".call", simpleName);
    }
}
