package io.graphkernel.processor.target;

import io.graphkernel.processor.stub.manifest.KernelFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Outputs of a target for the kernels of a class.
 *
 * @param files files of the jar that the manifest lists
 * @param javaKernels Java class of the kernels, if any
 * @param compiled readable compiler output for the report, if any
 */
public record TargetFiles(List<KernelFile> files, Optional<JavaKernels> javaKernels, Optional<CompiledText> compiled) {

    /**
     * Class in the package of the stub that implements the runtime's {@code RangeFunction} and has a constructor
     * without parameters. The stub instantiates it when the runtime requests the kernels of this target.
     *
     * @param simpleName name of the class
     * @param text Java source
     */
    public record JavaKernels(String simpleName, String text) {}

    /**
     * Readable output of a compiler by kernel; the whole output is a file of the jar.
     *
     * @param language name of the language in the report
     * @param kernels output of each kernel by name
     */
    public record CompiledText(String language, Map<String, String> kernels) {}

    public TargetFiles {
        files = List.copyOf(files);
    }

    /**
     * Returns outputs with files only.
     *
     * @param files files of the jar
     * @return outputs without a class and without compiler output
     */
    public static TargetFiles of(List<KernelFile> files) {
        return new TargetFiles(files, Optional.empty(), Optional.empty());
    }
}
