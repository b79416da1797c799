package io.graphkernel.runtime.internal.loading;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.RangeFunction;
import java.util.Optional;
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

    /**
     * Fails if a target could not compile some method of the class, which has no kernels for it therefore, or a chip of it.
     *
     * @param target its id, or the directory of the binaries of its chip
     * @param device where it is to run, for messages
     * @throws KernelLibraryException with the method, the op and its line
     */
    public void requireNotLeftOut(String target, String device) {
        String reason = manifest.leftOut(target);
        if (reason != null) {
            throw new KernelLibraryException(RuntimeProblem.TARGET_LEFT_OUT, name, device, reason);
        }
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

    /**
     * The binary of a class for some devices, which is in the jar besides the program.
     *
     * @param directory as {@link io.graphkernel.runtime.internal.device.DeviceDriver#binaryDirectory} says
     * @param device where it is to run, for messages
     * @return empty if the class was compiled without it
     */
    public Optional<byte[]> binary(String directory, String device) {
        return hasProgram(directory) ? Optional.of(program(directory, device).content()) : Optional.empty();
    }
}
