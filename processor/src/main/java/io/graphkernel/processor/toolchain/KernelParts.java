package io.graphkernel.processor.toolchain;

import java.util.List;

/**
 * The C source of the kernels of a class, in parts that are compiled one by one: equal parts of any class are one object in
 * the build cache.
 *
 * @param source the whole text, for people who look at a failure
 * @param parts a part for each distinct kernel, in the order of the class's kernel table
 */
public record KernelParts(KernelSource source, List<Part> parts) {

    /**
     * One kernel.
     *
     * @param text C that defines its functions; it includes nothing and calls what {@code graphkernel.h} has
     * @param functions their names, in the order of the kernel table
     */
    public record Part(String text, List<String> functions) {

        public Part {
            functions = List.copyOf(functions);
        }
    }

    public KernelParts {
        parts = List.copyOf(parts);
    }
}
