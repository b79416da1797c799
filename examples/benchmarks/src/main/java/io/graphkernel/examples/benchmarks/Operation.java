package io.graphkernel.examples.benchmarks;

import java.util.Arrays;
import java.util.OptionalDouble;

/** A measured operation: what it moves through memory, and what it must reach. */
enum Operation {
    BIAS_GELU("biasGelu", "bias + GeLU(tanh)", 1024, 1, 1, 0.60, true),
    LAYER_NORM("layerNorm", "layer normalization", 1024, 1, 1, 1.0, true),
    SOFTMAX("softmax", "softmax", 1024, 1, 1, 0.80, true),
    RMS_NORM("rmsNorm", "RMS normalization", 1024, 1, 1, 1.0, true),
    ADD_LAYER_NORM("addLayerNorm", "residual add + layer normalization", 1024, 2, 1, 0.60, true),
    SWI_GLU("swiGlu", "SwiGLU", 2816, 2, 1, 0.45, false),
    SEED_GRAPH("seedGraph", "b = (2x)^3, (b - y) * b", 1024, 2, 1, 0.42, false),
    ADAM_W("adamW", "AdamW step in place", 1024, 4, 3, Double.NaN, true);

    /** The rows at which the time relative to oneDNN is judged; AdamW has its 4 Mi parameters there. */
    static final long JUDGED_ROWS = 4096;

    /** The rows from which the distance to the machine's limit is judged. */
    static final long STREAMING_ROWS = 65536;

    static final double LIMIT_TARGET = 0.85;
    static final double FUSION_TARGET = 3.0;

    private final String key;
    private final String title;
    private final long columns;
    private final int arraysRead;
    private final int arraysWritten;
    private final double oneDnnTarget;
    private final boolean fiveOps;

    Operation(
            String key,
            String title,
            long columns,
            int arraysRead,
            int arraysWritten,
            double oneDnnTarget,
            boolean fiveOps) {
        this.key = key;
        this.title = title;
        this.columns = columns;
        this.arraysRead = arraysRead;
        this.arraysWritten = arraysWritten;
        this.oneDnnTarget = oneDnnTarget;
        this.fiveOps = fiveOps;
    }

    /** The name on the command line, which is the name of the method. */
    String key() {
        return key;
    }

    String title() {
        return title;
    }

    long columns() {
        return columns;
    }

    /** Returns the number of full-size arrays that it reads. */
    int arraysRead() {
        return arraysRead;
    }

    /** Returns the number of full-size arrays that it writes. */
    int arraysWritten() {
        return arraysWritten;
    }

    /** Returns true if its results overwrite its operands. */
    boolean inPlace() {
        return this == ADAM_W;
    }

    /** The text of a size in the report. */
    String size(long rows) {
        return inPlace() ? "[" + rows * columns + "]" : "[" + rows + ", " + columns + "]";
    }

    /** Returns the maximum ratio of its time to oneDNN's; empty without a requirement. */
    OptionalDouble oneDnnTarget(long rows) {
        return rows == JUDGED_ROWS && !inPlace() ? OptionalDouble.of(oneDnnTarget) : OptionalDouble.empty();
    }

    /** Returns the minimum ratio of the limit's time to its own; empty without a requirement. */
    OptionalDouble limitTarget(long rows) {
        boolean judged = inPlace() ? rows == JUDGED_ROWS : rows >= STREAMING_ROWS;
        return judged ? OptionalDouble.of(LIMIT_TARGET) : OptionalDouble.empty();
    }

    /** The least that the unfused time must be over its own; empty for graphs of fewer than five basic ops. */
    OptionalDouble fusionTarget(long rows) {
        return fiveOps && rows >= JUDGED_ROWS ? OptionalDouble.of(FUSION_TARGET) : OptionalDouble.empty();
    }

    /**
     * Returns the operation with the given key.
     *
     * @throws IllegalArgumentException for an unknown operation, with a message for the user
     */
    static Operation byKey(String key) {
        return Arrays.stream(values())
                .filter(operation -> operation.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such operation: " + key));
    }
}
