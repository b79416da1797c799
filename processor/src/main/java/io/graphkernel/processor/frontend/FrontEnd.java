package io.graphkernel.processor.frontend;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Reads the kernel classes of one processing round. A kernel is read once, whether its class or a call asks for it
 * first.
 */
public final class FrontEnd {

    /** Kernels that are read inside each other, each on the stack of the one that calls it. */
    private static final int MOST_CALLERS = 100;

    private final Javac javac;
    private final BodyAttribution attribution;
    private final LibraryGraphs library;
    private final OwnGradients ownGradients;
    private final FlagParser flagParser;
    private final Flags defaultFlags;
    private final BiFunction<Graph, Flags, Map<Node, Node>> recognition;
    private final Map<String, Graph> models;
    private final Map<ExecutableElement, Optional<KernelMethod>> methods = new HashMap<>();
    /** Of kernels that were read, if only their gradients are not derived yet: those may call the kernels themselves. */
    private final Map<ExecutableElement, Graph> graphs = new HashMap<>();

    private final Set<ExecutableElement> beingRead = new LinkedHashSet<>();
    private final Set<TypeElement> unresolved = new HashSet<>();
    private final Set<TypeElement> hopeless = new HashSet<>();
    private final Set<TypeElement> deferred = new HashSet<>();

    /**
     * Makes a front end for one round.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param reporter takes messages
     * @param flagParser reads {@code @GraphKernel(flags)}
     * @param defaultFlags what holds for methods that say nothing else
     * @param recognition of a graph, by the flags of its method: values, each with the op that later stages put in its place
     * @param models the graphs of the models of this compilation, by the qualified names of their stubs
     * @throws NotJavacException if the compiler gives no access to method bodies
     */
    public FrontEnd(
            ProcessingEnvironment environment,
            DiagnosticReporter reporter,
            FlagParser flagParser,
            Flags defaultFlags,
            BiFunction<Graph, Flags, Map<Node, Node>> recognition,
            Map<String, Graph> models)
            throws NotJavacException {
        this.javac = new Javac(environment, reporter);
        this.attribution = new BodyAttribution(javac.trees());
        this.library = new LibraryGraphs(javac, environment.getFiler());
        this.ownGradients = new OwnGradients(javac, this::graph);
        this.flagParser = flagParser;
        this.defaultFlags = defaultFlags;
        this.recognition = recognition;
        this.models = models;
    }

    /**
     * A class that may be read.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return what messages and files about it need
     */
    public KernelType type(TypeElement type) {
        return new KernelType(type.getQualifiedName().toString(), javac.position(type), type);
    }

    /**
     * All that a class would be read from, without reading it.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return equal texts are read to equal classes and to equal messages; empty if only {@link #read} can tell
     */
    public Optional<String> sources(TypeElement type) {
        ClassSources sources = new ClassSources(javac, attribution, library, models, this::knownFlags);
        try {
            return sources.of(type);
        } catch (StackOverflowError e) {
            refuseTooDeep(sources.current());
            methods.put(sources.current(), Optional.empty());
            return Optional.empty();
        }
    }

    /**
     * Leaves a class to the next round, if it names what is generated in this one.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @param generated simple names of the stubs of this round's models
     * @return whether it is to be read in the next round; nothing of it is read in this one, whoever calls its kernels
     */
    public boolean defer(TypeElement type, Set<String> generated) {
        boolean mentioned =
                !generated.isEmpty() && MentionedNames.has(javac.trees().getPath(type), generated);
        if (mentioned) {
            deferred.add(type);
        }
        return mentioned;
    }

    /**
     * Reads the kernel methods of a class.
     *
     * @param type a class with at least one {@code @GraphKernel} method
     * @return the class; empty if any of its kernels was rejected or waits for a type
     */
    public Optional<KernelClass> read(TypeElement type) {
        List<KernelMethod> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        boolean complete = true;
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (method.getAnnotation(GraphKernel.class) == null) {
                continue;
            }
            if (!names.add(method.getSimpleName().toString())) {
                String generated = Declarations.generatedName(type);
                javac.report(method, Diagnostic.OVERLOADED, method.getSimpleName(), type.getSimpleName(), generated);
                complete = false;
            }
            Optional<KernelMethod> kernel = method(method);
            kernel.ifPresent(read::add);
            complete &= kernel.isPresent();
        }
        complete &= GradientNames.areFree(read, javac);
        if (!complete || !ownGradients.areSound(type) || read.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new KernelClass(
                javac.environment()
                        .getElementUtils()
                        .getPackageOf(type)
                        .getQualifiedName()
                        .toString(),
                Declarations.flatName(type),
                type.getQualifiedName().toString(),
                Declarations.isPublic(type),
                Declarations.seesGenerated(type),
                read,
                javac.source(javac.trees().getPath(type)),
                javac.position(javac.trees().getPath(type)),
                type,
                Optional.empty()));
    }

    /**
     * Reports variables that javac would fail at.
     *
     * @param types all classes of the round, after they have been read
     */
    public void checkVariables(Collection<TypeElement> types) {
        VariablesOfStub.report(javac, types);
    }

    /**
     * Whether a class that was not read uses types that may be generated in this round.
     *
     * @param type a class that {@link #read} gave nothing for
     * @return true if it can be read again in the next round
     */
    public boolean isUnresolved(TypeElement type) {
        return unresolved.contains(type) && !hopeless.contains(type);
    }

    private Optional<KernelMethod> method(ExecutableElement method) {
        Optional<KernelMethod> known = methods.get(method);
        if (known != null) {
            return known;
        }
        beingRead.add(method);
        Optional<KernelMethod> kernel;
        try {
            kernel = Optional.of(readMethod(method));
        } catch (Rejected e) {
            kernel = Optional.empty();
        } catch (StackOverflowError e) {
            refuseTooDeep(method);
            kernel = Optional.empty();
        } finally {
            beingRead.remove(method);
        }
        methods.put(method, kernel);
        return kernel;
    }

    /** Mostly the stack is javac's own: it attributes a class on it, and holds more or fewer levels by what they are. */
    private void refuseTooDeep(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        javac.report(
                method, Diagnostic.NESTED_TOO_DEEPLY, "class " + type.getSimpleName(), "no more than there are before");
        hopeless.add(type);
    }

    private KernelMethod readMethod(ExecutableElement method) throws Rejected {
        int errors = javac.errorCount();
        Signature signature = new Signature(javac, method);
        GradientReader gradients = new GradientReader(javac, method, signature);
        boolean flagsKnown = Javac.known(
                        () -> method.getAnnotation(GraphKernel.class).flags())
                .isPresent();
        if (signature.isUnresolved() || !flagsKnown || !gradients.isKnown()) {
            throw unresolved(method);
        }
        new Declarations(javac).check(method);
        if (javac.errorCount() > errors) {
            throw new Rejected();
        }
        Scope scope = new Scope();
        BodyGraph graph = new BodyGraph();
        signature.readParameters(graph, scope);
        Optional<ResultKind> result = signature.result();
        signature.requireRoom();
        Flags flags = flags(method);
        int maxLaunches = maxLaunches(method);
        if (javac.errorCount() > errors) {
            throw new Rejected();
        }
        TreePath path = attribution.attributed(method).orElseThrow(Rejected::new);
        UnresolvedNames names = new UnresolvedNames(javac);
        if (names.in(path)) {
            if (names.explained()) {
                hopeless.add((TypeElement) method.getEnclosingElement());
            }
            throw unresolved(method);
        }
        GradientLookup lookup = new GradientLookup(ownGradients, read -> recognition.apply(read, flags));
        KernelCalls calls = new KernelCalls(javac, this::graph, lookup);
        Unused unused = new Unused(javac);
        ExpressionReader expressions =
                new ExpressionReader(javac, scope, graph, calls, unused, new DroppedRemainders(javac, method));
        BodyReader body = new BodyReader(javac, method.getReturnType(), scope, graph, expressions, unused);
        Value value = body.read(Javac.child(path, ((MethodTree) path.getLeaf()).getBody()));
        if (result.orElseThrow() == ResultKind.VOID && graph.updateCount() == 0) {
            javac.report(method, Diagnostic.VOID_WITHOUT_ASSIGN, method.getSimpleName());
            throw new Rejected();
        }
        List<Graph.Output> outputs = ownGradients.marked(method, outputs(value), graph, javac.origin(path));
        Graph built = graph.builder().build(method.getSimpleName().toString(), outputs);
        GraphVerifier.verify(built, OpTable.get());
        graphs.put(method, built);
        unused.report(method, path, built);
        return new KernelMethod(
                built,
                signature.parameters(),
                result.get(),
                signature.record(),
                flags,
                maxLaunches,
                gradients.read(built, lookup),
                method.getModifiers().contains(Modifier.PUBLIC),
                Optional.ofNullable(javac.environment().getElementUtils().getDocComment(method))
                        .orElse(""),
                javac.origin(path).line(),
                javac.lastLine(path),
                javac.position(method));
    }

    private Rejected unresolved(ExecutableElement method) {
        // Whoever waits for this kernel waits for the same types.
        Stream.concat(Stream.of(method), beingRead.stream())
                .forEach(waiting -> unresolved.add((TypeElement) waiting.getEnclosingElement()));
        return new Rejected();
    }

    private Flags flags(ExecutableElement method) {
        String text = Javac.known(() -> method.getAnnotation(GraphKernel.class).flags())
                .orElseThrow();
        return flagParser.parse(
                text,
                defaultFlags,
                (diagnostic, arguments) -> javac.report(
                        Signature.annotationValue(javac, method, GraphKernel.class, "flags"), diagnostic, arguments));
    }

    private int maxLaunches(ExecutableElement method) {
        int most = Javac.known(() -> method.getAnnotation(GraphKernel.class).maxLaunches())
                .orElse(0);
        if (most < 0) {
            javac.report(
                    Signature.annotationValue(javac, method, GraphKernel.class, "maxLaunches"),
                    Diagnostic.NEGATIVE_LAUNCHES,
                    most);
        }
        return most;
    }

    /** The flags of a kernel; empty if there is an error in them, which nobody is told. */
    private Optional<Flags> knownFlags(ExecutableElement method) {
        boolean[] sound = {true};
        Flags flags = flagParser.parse(
                method.getAnnotation(GraphKernel.class).flags(),
                defaultFlags,
                (diagnostic, arguments) -> sound[0] = false);
        return sound[0] ? Optional.of(flags) : Optional.empty();
    }

    private static List<Graph.Output> outputs(Value value) {
        if (value instanceof TensorValue tensor) {
            return List.of(new Graph.Output("out", tensor.node()));
        }
        List<Graph.Output> outputs = new ArrayList<>();
        if (value instanceof RecordValue) {
            value.leaves().forEach((path, leaf) -> outputs.add(new Graph.Output(path, ((TensorValue) leaf).node())));
        }
        return outputs;
    }

    private Graph graph(ExecutableElement kernel, TreePath call) throws Rejected {
        if (kernel.getAnnotation(ModelKernel.class) != null) {
            String stub = ((TypeElement) kernel.getEnclosingElement())
                    .getQualifiedName()
                    .toString();
            return models.containsKey(stub) ? models.get(stub) : library.find(kernel, call);
        }
        if (graphs.containsKey(kernel)) {
            return graphs.get(kernel);
        }
        if (deferred.contains((TypeElement) kernel.getEnclosingElement())) {
            throw unresolved(kernel);
        }
        if (beingRead.contains(kernel)) {
            String chain = Stream.concat(
                            beingRead.stream().dropWhile(method -> !method.equals(kernel)), Stream.of(kernel))
                    .map(method -> method.getEnclosingElement().getSimpleName() + "." + method.getSimpleName())
                    .collect(Collectors.joining(" → "));
            throw javac.reject(call, Diagnostic.RECURSION, kernel.getSimpleName(), chain);
        }
        if (javac.trees().getPath(kernel) == null) {
            return library.find(kernel, call);
        }
        if (beingRead.size() > MOST_CALLERS && !methods.containsKey(kernel)) {
            throw javac.reject(call, Diagnostic.CALLS_TOO_DEEP, kernel.getSimpleName(), MOST_CALLERS);
        }
        Optional<KernelMethod> method = method(kernel);
        if (method.isEmpty() && unresolved.contains((TypeElement) kernel.getEnclosingElement())) {
            throw unresolved(kernel);
        }
        return method.orElseThrow(Rejected::new).graph();
    }
}
