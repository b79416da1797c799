package io.graphkernel.runtime.generated.jvm;

/**
 * A function over a subrange of a kernel's range, run by threads: the native launch of native kernels, or the generated
 * class of the JVM target.
 */
@FunctionalInterface
public interface RangeFunction {
    /**
     * Runs a kernel over {@code [begin, end)}.
     *
     * @param kernel address of the function, or its index in the kernel table
     * @param arguments address of the argument slots
     * @param begin index of the first item
     * @param end index after the last item
     * @param scratch address of 64-byte aligned memory of this thread, or 0
     */
    void run(long kernel, long arguments, long begin, long end, long scratch);
}
