package io.graphkernel.processor.frontend.signature;

import io.graphkernel.op.PromotionTable;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.JavaSignature;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.VariableScope;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/** Reader of the declarations of kernel methods, which reads annotation, parameters and result once. */
public final class KernelDeclarationReader {

    private final Javac javac;
    private final FlagParser flagParser;
    private final FlagValues defaultFlags;

    /**
     * Creates a reader.
     *
     * @param flagParser parser of {@code @GraphKernel(flags)}
     * @param defaultFlags defaults for flags that a method does not set
     */
    public KernelDeclarationReader(Javac javac, FlagParser flagParser, FlagValues defaultFlags) {
        this.javac = javac;
        this.flagParser = flagParser;
        this.defaultFlags = defaultFlags;
    }

    /**
     * Reads the declaration of a method, and adds its parameters to a graph.
     *
     * @param method a method annotated with {@code @GraphKernel}
     * @param variant values of the parameters that choose between variants
     * @param graph graph of the method, still empty
     * @param scope receives the values of the parameters
     * @return the declaration; empty if javac cannot resolve a type or a value of an annotation
     * @throws RejectedTreeException if the declaration has an error, which is reported
     */
    public Optional<KernelDeclaration> read(
            ExecutableElement method, Optional<Variant> variant, BodyGraph graph, VariableScope scope)
            throws RejectedTreeException {
        int errors = javac.errorCount();
        Members members = new Members(javac, method);
        Signature signature = new Signature(javac, method, members);
        Optional<KernelOptions> known = KernelOptions.of(javac, method);
        if (signature.isUnresolved() || known.isEmpty()) {
            return Optional.empty();
        }
        KernelOptions options = known.get();
        graph.promote(PromotionTable.find(options.promote().name()));
        new DeclarationCheck(javac).check(method);
        requireNoErrorsAfter(errors);
        signature.readParameters(graph, scope);
        variant.ifPresent(values -> bind(method, values, scope));
        Optional<ResultKind> result = signature.result();
        signature.requireRoom();
        FlagValues flags = flags(options);
        if (options.limits().launches() < 0) {
            javac.report(
                    options.maxLaunchesPosition(),
                    Diagnostic.NEGATIVE_LIMIT,
                    "maxLaunches = " + options.limits().launches());
        }
        if (options.limits().temporaryBytes() < 0) {
            javac.report(
                    options.maxTemporaryBytesPosition(),
                    Diagnostic.NEGATIVE_LIMIT,
                    "maxTemporaryBytes = " + options.limits().temporaryBytes());
        }
        requireNoErrorsAfter(errors);
        return Optional.of(new KernelDeclaration(
                method,
                options,
                flags,
                new JavaSignature(
                        members.parameters().stream().map(members::member).toList(),
                        result.orElseThrow(),
                        members.resultAggregate(),
                        method.getModifiers().contains(Modifier.PUBLIC),
                        variant),
                signature.parameterSlots(),
                members));
    }

    private void bind(ExecutableElement method, Variant variant, VariableScope scope) {
        VariantReader reader = new VariantReader(javac);
        for (int i = 0; i < variant.values().size(); i++) {
            VariableElement parameter =
                    method.getParameters().get(variant.parameters().get(i).position());
            scope.bind(
                    parameter, reader.value(parameter.asType(), variant.values().get(i)));
        }
    }

    private void requireNoErrorsAfter(int errors) throws RejectedTreeException {
        if (javac.errorCount() > errors) {
            throw new RejectedTreeException();
        }
    }

    private FlagValues flags(KernelOptions options) {
        return flagParser.parse(
                options.flags(),
                defaultFlags,
                (diagnostic, arguments) -> javac.report(options.flagsPosition(), diagnostic, arguments));
    }

    /**
     * Returns the flags of a text; empty if they have an error, which is not reported here.
     *
     * @param text value of {@code @GraphKernel(flags)}
     */
    public Optional<FlagValues> knownFlags(String text) {
        boolean[] sound = {true};
        FlagValues flags = flagParser.parse(text, defaultFlags, (diagnostic, arguments) -> sound[0] = false);
        return sound[0] ? Optional.of(flags) : Optional.empty();
    }
}
