package io.graphkernel.runtime.internal.loading;

import io.graphkernel.runtime.generated.RangeFunction;
import java.util.function.Function;

/**
 * What the targets have made of a class, as its stub finds it.
 *
 * @param stub the stub, whose class loader holds the resources
 * @param name the directory under {@code META-INF/graphkernel}
 * @param manifest the manifest of that directory, which is of the stub's build
 * @param javaClasses makes the kernels that a target has compiled to Java, by its id; null without them
 */
public record CompiledClass(
        Class<?> stub, String name, KernelManifest manifest, Function<String, RangeFunction> javaClasses) {

    /** The kernels that a target has compiled to Java; null without them. */
    public RangeFunction javaKernels(String target) {
        return javaClasses.apply(target);
    }

    /** Whether the manifest lists a program under the id of a target. */
    public boolean hasProgram(String target) {
        return manifest.program(target) != null;
    }

    /**
     * The program that the manifest lists under the id of a target.
     *
     * @param device where it is to run, for messages
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the class was compiled without the target, or the
     *     file is missing or damaged
     */
    public ProgramFile program(String target, String device) {
        return ProgramFile.read(stub, name, manifest, target, device);
    }
}
