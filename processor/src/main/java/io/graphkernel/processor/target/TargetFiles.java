package io.graphkernel.processor.target;

import io.graphkernel.processor.stub.KernelFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a target has made of the kernels of a class.
 *
 * @param files what goes into the jar and is listed in the manifest
 * @param javaKernels a Java class of the kernels; empty without one
 * @param compiled a readable text that was compiled from the source, for the report; empty without one
 */
public record TargetFiles(List<KernelFile> files, Optional<JavaKernels> javaKernels, Optional<CompiledText> compiled) {

    /**
     * A class in the package of the stub that implements the run time's {@code RangeFunction} and has a constructor
     * without parameters. The stub makes an instance when the run time asks for the kernels of this target.
     *
     * @param simpleName the name of the class
     * @param text its Java file
     */
    public record JavaKernels(String simpleName, String text) {}

    /**
     * A readable text that a compiler wrote, in its parts: the whole text is a file of the jar.
     *
     * @param language what the report calls it
     * @param kernels the part of each kernel by its name
     */
    public record CompiledText(String language, Map<String, String> kernels) {}

    public TargetFiles {
        files = List.copyOf(files);
    }

    /**
     * Files and nothing else.
     *
     * @param files what goes into the jar
     * @return without a class and without a compiled text
     */
    public static TargetFiles of(List<KernelFile> files) {
        return new TargetFiles(files, Optional.empty(), Optional.empty());
    }
}
