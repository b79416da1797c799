package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.element.CompiledFunctions;
import io.graphkernel.processor.frontend.element.ElementExports;
import io.graphkernel.processor.frontend.element.ExportedFunctions;
import io.graphkernel.processor.frontend.gradient.GradientNames;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.IdentifierScan;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.NotJavacException;
import io.graphkernel.processor.frontend.javac.PendingTransformations;
import io.graphkernel.processor.frontend.javac.StubTypedVariableCheck;
import io.graphkernel.processor.frontend.javac.TensorOperatorCheck;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import io.graphkernel.processor.frontend.kernel.ExportedFile;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.signature.KernelDeclarationReader;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Reader of the classes with kernels of one processing round. */
public final class FrontEnd {

    private final Javac javac;
    private final BodyAttribution attribution;
    private final LibraryGraphs library;
    private final KernelDeclarationReader declarations;
    private final KernelMethodReader methods;
    private final Map<String, Graph> models;
    private final ElementExports exports;

    /**
     * Creates a front end for one round.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter receiver of the messages
     * @param flagParser parser of {@code @GraphKernel(flags)}
     * @param defaultFlags defaults for flags that a method does not set
     * @param recognition function from a graph and the flags of its method to the values that later stages replace,
     *     with the op that replaces each
     * @param models graphs of the models of this compilation, by qualified stub name
     * @throws NotJavacException if the compiler does not expose method bodies
     */
    public FrontEnd(
            ProcessingEnvironment environment,
            DiagnosticReporter reporter,
            FlagParser flagParser,
            FlagValues defaultFlags,
            BiFunction<Graph, FlagValues, Map<Node, Node>> recognition,
            Map<String, Graph> models)
            throws NotJavacException {
        this.javac = new Javac(environment, reporter);
        this.attribution = new BodyAttribution(javac.trees());
        this.library = new LibraryGraphs(javac);
        this.declarations = new KernelDeclarationReader(javac, flagParser, defaultFlags);
        this.methods = new KernelMethodReader(javac, attribution, library, declarations, recognition, models);
        this.models = models;
        this.exports = new ElementExports(javac);
    }

    /**
     * Returns the declaration of a class.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return properties of the class for messages and files
     */
    public KernelClassDeclaration type(TypeElement type) {
        return new KernelClassDeclaration(type.getQualifiedName().toString(), javac.position(type), type);
    }

    /**
     * Returns the declaration of a class whose messages may be printed after javac has discarded its element.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return like {@link #type}, with the position that the class has when it is read
     */
    public KernelClassDeclaration restoredType(TypeElement type) {
        TreePath path = javac.trees().getPath(type);
        return path == null
                ? type(type)
                : new KernelClassDeclaration(type.getQualifiedName().toString(), javac.position(path), type);
    }

    /**
     * Returns the sources of a class without reading it.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return text that determines the class read from it and its messages; empty if only {@link #read} can decide
     */
    public Optional<String> sources(TypeElement type) {
        if (methods.classes().hasRejectedClasses()) {
            return Optional.empty();
        }
        SourceFingerprint sources =
                new SourceFingerprint(javac, attribution, library, models, declarations::knownFlags);
        try {
            return sources.of(type);
        } catch (StackOverflowError e) {
            methods.rejectTooDeep(sources.current());
            return Optional.empty();
        }
    }

    /**
     * Defers a class to the next round if it references a class generated in this one.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @param generated simple names of the stubs of this round's models
     * @return true if it is to be read in the next round; until then, neither its class nor a caller reads it
     */
    public boolean defer(TypeElement type, Set<String> generated) {
        boolean mentioned =
                !generated.isEmpty() && IdentifierScan.has(javac.trees().getPath(type), generated);
        if (mentioned) {
            methods.classes().defer(type);
        }
        return mentioned;
    }

    /**
     * Returns true if a class is to be read after another processor has rewritten it; nothing of it is read in this round.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @param stubs simple names of the classes that will be generated
     * @param rounds number of earlier rounds that had the class
     * @return true if it is to be read in a later round
     */
    public boolean awaitTransformation(TypeElement type, Set<String> stubs, int rounds) {
        Optional<PendingTransformations.State> pending = PendingTransformations.of(javac, type, stubs);
        boolean waits = pending.isPresent() && pending.get().isChangedAfter(rounds);
        if (waits) {
            if (rounds == 0 && pending.get().needsResolution()) {
                PendingTransformations.report(javac, pending.get());
            }
            methods.classes().defer(type);
        }
        return waits;
    }

    /**
     * Rejects classes that use tensors with Java operators, before javac attributes any class.
     *
     * @param types classes of the round that are to be read, from which those that were rejected are removed
     */
    public void rejectOperators(Collection<TypeElement> types) {
        for (TypeElement type : types) {
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                if (method.getAnnotation(GraphKernel.class) != null && TensorOperatorCheck.report(javac, method)) {
                    methods.classes().reject(type);
                }
            }
        }
        types.removeIf(methods.classes()::isRejected);
    }

    /**
     * Reads the kernels of a class.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return the class; empty if a kernel method was rejected or waits for a type
     */
    public Optional<KernelClass> read(TypeElement type) {
        List<KernelMethod> read = new ArrayList<>();
        List<ExecutableElement> kernelMethods = new ArrayList<>();
        Set<String> names = new HashSet<>();
        boolean complete = true;
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (method.getAnnotation(GraphKernel.class) == null) {
                continue;
            }
            kernelMethods.add(method);
            if (!names.add(method.getSimpleName().toString())) {
                String generated = ClassElements.generatedName(type);
                javac.report(method, Diagnostic.OVERLOADED, method.getSimpleName(), type.getSimpleName(), generated);
                complete = false;
            }
            Optional<List<KernelMethod>> kernels = methods.find(method);
            kernels.ifPresent(read::addAll);
            complete &= kernels.isPresent();
        }
        complete &= GradientNames.areFree(read, javac);
        if (!complete || !methods.customGradients().areSound(type) || read.isEmpty()) {
            return Optional.empty();
        }
        TreePath path = javac.trees().getPath(type);
        return Optional.of(new KernelClass(
                new KernelClassDeclaration(type.getQualifiedName().toString(), javac.position(path), type),
                javac.environment()
                        .getElementUtils()
                        .getPackageOf(type)
                        .getQualifiedName()
                        .toString(),
                ClassElements.flatName(type),
                ClassElements.isPublic(type),
                ClassElements.seesGenerated(type),
                read,
                javac.source(path),
                Optional.empty(),
                new CompiledFunctions(javac).of(kernelMethods)));
    }

    /**
     * Reads the element functions that a class exports.
     *
     * @param type a class with at least one {@code @ElementFunction} method
     * @return the file to be written for the class; empty if a method was rejected, or the class is to be read again in
     *     the next round
     */
    public Optional<ExportedFile> exports(TypeElement type) {
        return exports.read(type).map(text -> new ExportedFile(new ExportedFunctions(javac).resource(type), text));
    }

    /** Returns true if the class read last by {@link #exports} uses types that may be generated in this round. */
    public boolean areExportsUnresolved() {
        return exports.isUnresolved();
    }

    /**
     * Reports variables at which javac would crash.
     *
     * @param types all classes of the round, after they have been read
     */
    public void checkVariables(Collection<TypeElement> types) {
        StubTypedVariableCheck.report(javac, types);
    }

    /**
     * Returns true if a class that was not read uses types that may be generated in this round.
     *
     * @param type a class for which {@link #read} returned empty
     * @return true if it can be read again in the next round
     */
    public boolean isUnresolved(TypeElement type) {
        return methods.classes().isUnresolved(type);
    }
}
