package io.graphkernel.runtime.internal.loading;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.Optional;
import java.util.function.Function;

/**
 * Target outputs of a class, as its stub finds them.
 *
 * @param stub stub class, whose class loader finds the resources
 * @param name directory below {@code META-INF/graphkernel}
 * @param manifest manifest of that directory, of the same build as the stub
 * @param javaClasses factory of the kernels that a target has compiled to Java, by its id; null without them
 */
public record CompiledClass(
        Class<?> stub, String name, KernelManifest manifest, Function<String, RangeFunction> javaClasses) {

    /** Returns the kernels that a target has compiled to Java; null without them. */
    public RangeFunction javaKernels(String target) {
        return javaClasses.apply(target);
    }

    /**
     * Checks that a target, or a chip of it, has kernels of the class, which it lacks if some method could not be
     * compiled.
     *
     * @param target id of the target, or the binary directory of the chip
     * @param device device for messages
     * @throws KernelLibraryException with the method, the op and its line
     */
    public void requireNotLeftOut(String target, String device) {
        String reason = manifest.leftOut(target);
        if (reason != null) {
            throw new KernelLibraryException(RuntimeProblem.TARGET_LEFT_OUT, name, device, reason);
        }
    }

    /** Returns true if the manifest lists a program under the id of a target. */
    public boolean hasProgram(String target) {
        return manifest.program(target) != null;
    }

    /**
     * Returns the program that the manifest lists under the id of a target.
     *
     * @param device device for messages
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the class was compiled without the target, or
     *     the file is missing or damaged
     */
    public ProgramFile program(String target, String device) {
        return ProgramFile.read(stub, name, manifest, target, device);
    }

    /**
     * Returns the variant of a class's program for an architecture, which the jar has in addition to the program.
     *
     * @param directory directory as {@link io.graphkernel.runtime.internal.device.DeviceDriver#variantDirectory} returns
     *     it
     * @param device device for messages
     * @return empty if the class was compiled without it
     */
    public Optional<ProgramFile> variant(String directory, String device) {
        return hasProgram(directory) ? Optional.of(program(directory, device)) : Optional.empty();
    }
}
