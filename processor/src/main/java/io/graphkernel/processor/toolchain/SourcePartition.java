package io.graphkernel.processor.toolchain;

import java.util.List;

/**
 * C source of a class's kernels, partitioned into separately compiled units: equal units of any class share an object
 * in the build cache.
 *
 * @param source whole text, for the inspection of failures
 * @param slices one unit for each distinct kernel, in kernel table order
 */
public record SourcePartition(KernelSource source, List<Part> slices) {

    /**
     * Unit with one kernel.
     *
     * @param text C source of its functions, without includes; it may use {@code graphkernel.h}
     * @param functions names of its functions, in kernel table order
     */
    public record Part(String text, List<String> functions) {

        public Part {
            functions = List.copyOf(functions);
        }
    }

    public SourcePartition {
        slices = List.copyOf(slices);
    }
}
