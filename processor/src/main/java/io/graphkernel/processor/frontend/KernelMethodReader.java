package io.graphkernel.processor.frontend;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.WithheldMessages;
import io.graphkernel.processor.frontend.advice.UnusedValueCheck;
import io.graphkernel.processor.frontend.expression.BodyContext;
import io.graphkernel.processor.frontend.expression.BodyReader;
import io.graphkernel.processor.frontend.expression.ExpressionReader;
import io.graphkernel.processor.frontend.expression.KernelCalls;
import io.graphkernel.processor.frontend.gradient.CustomGradientRegistry;
import io.graphkernel.processor.frontend.gradient.GradientLookup;
import io.graphkernel.processor.frontend.gradient.GradientReader;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.MethodBodies;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnresolvedNames;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.MethodSource;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.signature.KernelDeclaration;
import io.graphkernel.processor.frontend.signature.KernelDeclarationReader;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.RecordDims;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import io.graphkernel.processor.option.FlagValues;
import java.util.ArrayList;
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
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Reader of the kernel methods of a round, each of which is read once, for its class or for the first call. */
final class KernelMethodReader {

    /** Maximum number of sizes of dims. Each takes 50 to 130 bytes of a generated method, by the ranks. */
    private static final int MAX_SIZES = 500;

    /** Maximum number of tensors if they broadcast to a result. Each takes about 30 bytes of a generated method. */
    private static final int MAX_UNRANKED = 2_000;

    /** Maximum nesting depth of kernel methods being read, each of which occupies the stack of its caller. */
    private static final int MAX_CALLERS = 100;

    /**
     * Method with values of its parameters that choose between variants.
     *
     * @param values text of the value of each; empty without such parameters
     */
    private record Specialization(ExecutableElement method, List<String> values) {}

    private final Javac javac;
    private final BodyAttribution attribution;
    private final LibraryGraphs library;
    private final KernelDeclarationReader declarations;
    private final CustomGradientRegistry customGradients;
    private final BiFunction<Graph, FlagValues, Map<Node, Node>> recognition;
    private final Map<String, Graph> models;
    private final Map<Specialization, Optional<KernelMethod>> methods = new HashMap<>();
    /**
     * Graphs of kernel methods that were read, even before their gradients are derived, since a gradient may call the
     * kernel method itself.
     */
    private final Map<Specialization, Graph> graphs = new HashMap<>();

    private final KernelVariants variants;
    private final Set<ExecutableElement> beingRead = new LinkedHashSet<>();
    private final SkippedClasses classes = new SkippedClasses();
    /** Helpers with errors. */
    private final Set<ExecutableElement> rejectedHelpers = new HashSet<>();

    private final RecordDimsSearch dimsSearch;

    private final MethodBodies bodies = new MethodBodies() {
        @Override
        public TreePath find(ExecutableElement method) throws RejectedTreeException {
            return helper(method);
        }

        @Override
        public void reject(ExecutableElement method) {
            rejectedHelpers.add(method);
        }
    };

    /**
     * Creates a reader for one round.
     *
     * @param recognition function from a graph and the flags of its method to the values that later stages replace,
     *     with the op that replaces each
     * @param models graphs of the models of this compilation, by qualified stub name
     */
    KernelMethodReader(
            Javac javac,
            BodyAttribution attribution,
            LibraryGraphs library,
            KernelDeclarationReader declarations,
            BiFunction<Graph, FlagValues, Map<Node, Node>> recognition,
            Map<String, Graph> models) {
        this.javac = javac;
        this.attribution = attribution;
        this.library = library;
        this.declarations = declarations;
        this.customGradients = new CustomGradientRegistry(javac, this::graph);
        this.recognition = recognition;
        this.models = models;
        this.variants = new KernelVariants(javac, this::unresolved);
        this.dimsSearch = new RecordDimsSearch(javac, rejectedHelpers);
    }

    /** Returns the registry of the custom gradients of this round. */
    CustomGradientRegistry customGradients() {
        return customGradients;
    }

    /** Returns the classes of this round that are not read. */
    SkippedClasses classes() {
        return classes;
    }

    /**
     * Returns a kernel method, or its variants.
     *
     * @param method a method annotated with {@code @GraphKernel}
     * @return the method, or a method per variant; empty if it was rejected or waits for a type
     */
    Optional<List<KernelMethod>> find(ExecutableElement method) {
        Optional<List<Optional<Variant>>> choices = variants.of(method);
        if (choices.isEmpty()) {
            return Optional.empty();
        }
        List<KernelMethod> kernels = new ArrayList<>();
        for (Optional<Variant> variant : choices.get()) {
            Optional<KernelMethod> kernel = find(method, variant);
            if (kernel.isEmpty()) {
                return Optional.empty();
            }
            kernels.add(kernel.get());
        }
        return variants.haveEqualCotangents(method, kernels) ? Optional.of(kernels) : Optional.empty();
    }

    private Optional<KernelMethod> find(ExecutableElement method, Optional<Variant> variant) {
        Specialization key =
                new Specialization(method, variant.map(Variant::values).orElse(List.of()));
        Optional<KernelMethod> known = methods.get(key);
        if (known != null) {
            return known;
        }
        beingRead.add(method);
        Optional<KernelMethod> kernel;
        // A caller may be read again, but not this method.
        WithheldMessages ofCaller = javac.withhold(null);
        try {
            kernel = Optional.of(read(method, variant));
        } catch (RejectedTreeException e) {
            kernel = Optional.empty();
        } catch (StackOverflowError e) {
            reportTooDeep(method);
            kernel = Optional.empty();
        } finally {
            javac.withhold(ofCaller);
            beingRead.remove(method);
        }
        methods.put(key, kernel);
        return kernel;
    }

    /** Rejects a method with excessive nesting. */
    void rejectTooDeep(ExecutableElement method) {
        reportTooDeep(method);
        variants.reject(method);
    }

    /** Reports excessive nesting. Most of the stack belongs to javac, whose attribution uses it by the kind of tree. */
    private void reportTooDeep(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        javac.report(
                method, Diagnostic.NESTED_TOO_DEEPLY, "class " + type.getSimpleName(), "no more than there are before");
        classes.abandon(type);
    }

    private KernelMethod read(ExecutableElement method, Optional<Variant> variant) throws RejectedTreeException {
        if (classes.isRejected(method)) {
            throw new RejectedTreeException();
        }
        return dimsSearch.read(method, variant, dims -> read(method, variant, dims));
    }

    private KernelMethod read(ExecutableElement method, Optional<Variant> variant, RecordDims dims)
            throws RejectedTreeException {
        VariableScope scope = new VariableScope();
        BodyGraph graph = new BodyGraph(dims);
        KernelDeclaration declaration =
                declarations.read(method, variant, graph, scope).orElseThrow(() -> unresolved(method));
        TreePath path = attributed(method);
        GradientLookup lookup =
                new GradientLookup(customGradients, read -> recognition.apply(read, declaration.flags()));
        UnusedValueCheck unused = new UnusedValueCheck(javac);
        ExpressionReader expressions = new ExpressionReader(
                javac,
                scope,
                graph,
                new KernelCalls(javac, this::graph, lookup),
                bodies,
                unused,
                new IntegerDivisionCheck(javac, method));
        BodyReader body =
                new BodyReader(new BodyContext(javac, scope, graph, expressions, unused), method.getReturnType());
        SymbolicValue value = body.read(Javac.child(path, ((MethodTree) path.getLeaf()).getBody()));
        if (declaration.signature().result() == ResultKind.VOID && graph.updateCount() == 0) {
            javac.report(method, Diagnostic.VOID_WITHOUT_ASSIGN, declaration.name());
            throw new RejectedTreeException();
        }
        List<Graph.Output> results = new ResultReader(javac, graph).outputs(declaration, path, value);
        List<Graph.Output> outputs = customGradients.marked(declaration, results, graph, javac.origin(path));
        Graph built = graph.builder().build(declaration.graphName(), outputs);
        GraphVerifier.verify(built, OpTable.get());
        requireFewLocals(method, declaration.name(), built);
        graphs.put(new Specialization(method, variant.map(Variant::values).orElse(List.of())), built);
        unused.report(method, path, built, CustomGradientRegistry.isGradient(method));
        return new KernelMethod(
                built,
                declaration.signature().withResultLength(outputs.size()),
                declaration.flags(),
                declaration.options().limits(),
                variant.isEmpty() || variant.get().isListed()
                        ? new GradientReader(javac, declaration).read(built, lookup)
                        : Optional.empty(),
                source(method, path));
    }

    /** Reports a method with more sizes, or tensors of any rank, than local variables fit into a generated method. */
    private void requireFewLocals(ExecutableElement method, String name, Graph graph) throws RejectedTreeException {
        long sizes = graph.tensorParameters().stream()
                .flatMap(parameter -> parameter.shape().dims().stream())
                .flatMap(dim -> dim.multipleOf().stream())
                .distinct()
                .count();
        boolean isUnranked = graph.outputs().stream()
                .anyMatch(output -> output.node().shape().isUnranked());
        if (sizes > MAX_SIZES) {
            javac.report(method, Diagnostic.TOO_MANY_IN_RECORDS, name, MAX_SIZES, "different sizes");
            throw new RejectedTreeException();
        }
        if (isUnranked && graph.tensorParameters().size() > MAX_UNRANKED) {
            javac.report(
                    method, Diagnostic.TOO_MANY_IN_RECORDS, name, MAX_UNRANKED, "tensors for results of any shape");
            throw new RejectedTreeException();
        }
    }

    /** Returns the path of a method whose names are resolved. */
    private TreePath attributed(ExecutableElement method) throws RejectedTreeException {
        TreePath path = attribution.attributed(method).orElseThrow(RejectedTreeException::new);
        UnresolvedNames names = new UnresolvedNames(javac);
        if (names.in(path)) {
            if (names.explained()) {
                classes.abandon((TypeElement) method.getEnclosingElement());
            }
            throw unresolved(method);
        }
        return path;
    }

    private TreePath helper(ExecutableElement method) throws RejectedTreeException {
        if (classes.isRejected(method) || rejectedHelpers.contains(method)) {
            throw new RejectedTreeException();
        }
        if (classes.isDeferred(method)) {
            throw unresolved(method);
        }
        return attributed(method);
    }

    private MethodSource source(ExecutableElement method, TreePath path) {
        String documentation = javac.environment().getElementUtils().getDocComment(method);
        return new MethodSource(
                documentation == null ? "" : documentation,
                javac.origin(path).line(),
                javac.lastLine(path),
                javac.position(method));
    }

    private RejectedTreeException unresolved(ExecutableElement method) {
        return classes.unresolved(method, beingRead);
    }

    private Graph graph(ExecutableElement kernel, List<String> values, TreePath call) throws RejectedTreeException {
        Specialization key = new Specialization(kernel, values);
        if (kernel.getAnnotation(ModelKernel.class) != null) {
            String stub = ((TypeElement) kernel.getEnclosingElement())
                    .getQualifiedName()
                    .toString();
            return models.containsKey(stub) ? models.get(stub) : library.find(kernel, values, call);
        }
        if (graphs.containsKey(key)) {
            return graphs.get(key);
        }
        if (classes.isDeferred(kernel)) {
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
            return library.find(kernel, values, call);
        }
        if (beingRead.size() > MAX_CALLERS && !methods.containsKey(key)) {
            throw javac.reject(call, Diagnostic.CALLS_TOO_DEEP, kernel.getSimpleName(), MAX_CALLERS);
        }
        Optional<KernelMethod> method = variants.of(kernel, values).flatMap(variant -> find(kernel, variant));
        if (method.isEmpty() && classes.hasUnknownTypes(kernel)) {
            throw unresolved(kernel);
        }
        return method.orElseThrow(RejectedTreeException::new).graph();
    }
}
