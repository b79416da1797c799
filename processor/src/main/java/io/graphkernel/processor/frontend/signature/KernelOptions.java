package io.graphkernel.processor.frontend.signature;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Promotion;
import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.KernelLimits;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/**
 * Options of a kernel method: the values of its {@code @GraphKernel}, read once.
 *
 * @param flags text of the flags
 * @param flagsPosition position of that text
 * @param limits limits of the plan
 * @param maxLaunchesPosition position of the limit of the launches
 * @param maxTemporaryBytesPosition position of the limit of the temporaries
 * @param gradient true if a gradient is requested
 * @param saves values that the forward pass saves for a gradient
 * @param savesPosition position of that value
 * @param promote rule for operands of different dtypes
 */
public record KernelOptions(
        String flags,
        SourcePosition flagsPosition,
        KernelLimits limits,
        SourcePosition maxLaunchesPosition,
        SourcePosition maxTemporaryBytesPosition,
        boolean gradient,
        Saves saves,
        SourcePosition savesPosition,
        Promotion promote) {

    /**
     * Returns the options of a method.
     *
     * @param method a method annotated with {@code @GraphKernel}
     * @return the options; empty if a value has an error, which javac reports
     */
    static Optional<KernelOptions> of(Javac javac, ExecutableElement method) {
        GraphKernel annotation = method.getAnnotation(GraphKernel.class);
        Optional<String> flags = Javac.known(annotation::flags);
        Optional<Boolean> gradient = Javac.known(annotation::gradient);
        Optional<Saves> saves = Javac.known(annotation::saves);
        Optional<Promotion> promote = Javac.known(annotation::promote);
        if (flags.isEmpty() || gradient.isEmpty() || saves.isEmpty() || promote.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new KernelOptions(
                flags.get(),
                javac.annotationValue(method, GraphKernel.class, "flags"),
                new KernelLimits(
                        Javac.known(annotation::maxLaunches).orElse(KernelLimits.NONE.launches()),
                        Javac.known(annotation::maxTemporaryBytes).orElse(KernelLimits.NONE.temporaryBytes())),
                javac.annotationValue(method, GraphKernel.class, "maxLaunches"),
                javac.annotationValue(method, GraphKernel.class, "maxTemporaryBytes"),
                gradient.get(),
                saves.get(),
                javac.annotationValue(method, GraphKernel.class, "saves"),
                promote.get()));
    }

    /**
     * Returns true if a method is recomputed in the backward pass. A method with a gradient has its own cut between
     * saved and recomputed values.
     */
    public boolean isRecomputed() {
        return !gradient && saves == Saves.INPUTS;
    }
}
