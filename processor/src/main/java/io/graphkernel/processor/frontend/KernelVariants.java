package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.WithheldMessages;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.kernel.VariantParameter;
import io.graphkernel.processor.frontend.signature.VariantReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.lang.model.element.ExecutableElement;

/** Variants of the kernel methods of a round. */
final class KernelVariants {

    private final Javac javac;
    private final Consumer<ExecutableElement> unresolved;
    /** Parameters that choose between variants; empty after an error. */
    private final Map<ExecutableElement, Optional<List<VariantParameter>>> parameters = new HashMap<>();

    /**
     * Creates the registry.
     *
     * @param unresolved receiver of methods with an annotation that javac cannot resolve
     */
    KernelVariants(Javac javac, Consumer<ExecutableElement> unresolved) {
        this.javac = javac;
        this.unresolved = unresolved;
    }

    private Optional<List<VariantParameter>> parameters(ExecutableElement method) {
        Optional<List<VariantParameter>> known = parameters.get(method);
        if (known == null) {
            // A caller may be read again, but not this declaration.
            WithheldMessages ofCaller = javac.withhold(null);
            try {
                known = new VariantReader(javac).read(method);
                if (known.isEmpty()) {
                    unresolved.accept(method);
                }
            } catch (RejectedTreeException e) {
                known = Optional.empty();
            } finally {
                javac.withhold(ofCaller);
            }
            parameters.put(method, known);
        }
        return known;
    }

    /** Rejects a method, whose error has been reported. */
    void reject(ExecutableElement method) {
        parameters.put(method, Optional.empty());
    }

    /**
     * Returns the variants of a method for its stub.
     *
     * @return the variants; one empty element for a method without variants; empty after an error
     */
    Optional<List<Optional<Variant>>> of(ExecutableElement method) {
        return parameters(method)
                .map(known -> known.isEmpty()
                        ? List.of(Optional.empty())
                        : Variant.all(method.getSimpleName().toString(), known).stream()
                                .map(Optional::of)
                                .toList());
    }

    /**
     * Returns the variant of a method that another kernel calls.
     *
     * @param values texts of the passed constants
     * @return the variant; an empty one for a method without variants; empty after an error
     */
    Optional<Optional<Variant>> of(ExecutableElement method, List<String> values) {
        return parameters(method)
                .map(known -> known.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Variant(method.getSimpleName().toString(), known, values)));
    }

    /** Checks that the gradient calls of all variants take the same cotangents, since the stub has one for all. */
    boolean haveEqualCotangents(ExecutableElement method, List<KernelMethod> kernels) {
        KernelMethod first = kernels.get(0);
        for (KernelMethod kernel : kernels) {
            boolean equal = kernel.gradient().isEmpty()
                    || kernel.graph().outputs().size()
                                    == first.graph().outputs().size()
                            && kernel.gradient()
                                    .get()
                                    .cotangents()
                                    .equals(first.gradient().orElseThrow().cotangents());
            if (!equal) {
                javac.report(
                        method,
                        Diagnostic.VARIANT_RESULTS,
                        method.getSimpleName(),
                        first.variant().orElseThrow().description(),
                        kernel.variant().orElseThrow().description());
                return false;
            }
        }
        return true;
    }
}
