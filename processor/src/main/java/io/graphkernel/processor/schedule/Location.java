package io.graphkernel.processor.schedule;

/** Where a value that lives in memory is, as the stub knows it. */
public sealed interface Location {

    /**
     * A tensor parameter of the method.
     *
     * @param name the Java parameter
     */
    record Parameter(String name) implements Location {}

    /**
     * A result of the method.
     *
     * @param index position among the results
     */
    record Result(int index) implements Location {}

    /**
     * Memory between two kernels of one plan.
     *
     * @param index position in {@link Plan#temporaries()}
     */
    record Temporary(int index) implements Location {}
}
