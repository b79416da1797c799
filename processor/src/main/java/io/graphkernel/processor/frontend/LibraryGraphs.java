package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.ClassResources;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.Variant;
import io.graphkernel.processor.frontend.signature.Members;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.tools.FileObject;

/** Graphs of precompiled kernel methods, read from the resources of their classes. */
final class LibraryGraphs {

    /** Dtypes of results that an attribute determines. */
    private static final Set<OpDtype> RESULT_DTYPES = Set.of(OpDtype.ATTRIBUTE, OpDtype.SAME_WIDTH);

    private final Javac javac;
    private final ClassResources resources;
    private final Map<String, List<Graph>> read = new HashMap<>();

    LibraryGraphs(Javac javac) {
        this.javac = javac;
        this.resources = new ClassResources(javac.environment());
    }

    /** Returns the resource path of the graphs of a kernel method's class, from the root of the class path. */
    private String resource(ExecutableElement kernel) {
        TypeElement type = (TypeElement) kernel.getEnclosingElement();
        PackageElement enclosing = javac.environment().getElementUtils().getPackageOf(type);
        ModelKernel model = kernel.getAnnotation(ModelKernel.class);
        return KernelClass.graphResource(
                enclosing.getQualifiedName().toString(), model == null ? ClassElements.flatName(type) : model.value());
    }

    /**
     * Returns the graph of a kernel method.
     *
     * @param values texts of the values of its parameters that choose between variants
     * @param call for messages
     * @throws RejectedTreeException if there is none, which is reported
     */
    Graph find(ExecutableElement kernel, List<String> values, TreePath call) throws RejectedTreeException {
        TypeElement type = (TypeElement) kernel.getEnclosingElement();
        String owner = type.getQualifiedName().toString();
        String resource = resource(kernel);
        String method = kernel.getSimpleName().toString();
        String name = Variant.graphName(method, values);
        try {
            List<Graph> graphs = read.get(owner);
            if (graphs == null) {
                graphs = GraphParser.parseAll(text(kernel), hash -> constant(kernel, resource, hash));
                graphs.forEach(LibraryGraphs::verify);
                read.put(owner, graphs);
            }
            Optional<Graph> found = graphs.stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst();
            if (found.isEmpty() && !values.isEmpty()) {
                throw javac.reject(
                        call, Diagnostic.VARIANT_NOT_COMPILED, String.join(", ", values), owner + "." + method);
            }
            Graph graph = found.orElseThrow(() -> new IllegalArgumentException("it holds no graph " + name));
            require(hasParametersOf(kernel, graph), "graph " + name + " has other parameters than the method");
            require(hasResultsOf(kernel, graph), "graph " + name + " has other results than the method");
            return graph;
        } catch (IOException e) {
            throw javac.reject(call, Diagnostic.GRAPH_MISSING, method, owner, resource);
        } catch (RuntimeException e) {
            // The text is untrusted, so any step of parsing may fail.
            String problem = e.getMessage() == null ? e.toString() : e.getMessage();
            throw javac.reject(call, Diagnostic.GRAPH_DAMAGED, method, owner, resource, problem);
        }
    }

    private static void verify(Graph graph) {
        for (Node node : graph.allNodes()) {
            SortedMap<String, Object> attributes = node.attributes().values();
            switch (node.kind()) {
                case OPERATION -> verifyOperation(node, attributes);
                case SCALAR -> require(attributes.get(Attributes.EXPRESSION) != null, node + " has no expression");
                case PARAMETER -> throw new IllegalArgumentException(node + " is not part of a kernel as written");
                default -> {}
            }
        }
        GraphVerifier.verify(graph, OpTable.get());
    }

    private static void verifyOperation(Node node, SortedMap<String, Object> attributes) {
        OpRow row = OpTable.get()
                .find(node.op())
                .orElseThrow(() -> new IllegalArgumentException("unknown op " + node.op()));
        int count = node.operands().size();
        int expected =
                DtypeRules.operandParameters(row, node.attributes(), count).size();
        require(count == expected, node + " does not have " + row.arity() + " operands");
        for (OpParameter parameter : row.parameters()) {
            boolean needed = !parameter.isOperand() && parameter.kind() != OpParameter.Kind.DTYPE
                    || parameter.kind() == OpParameter.Kind.DTYPE
                            && RESULT_DTYPES.contains(row.results().get(0).dtype());
            require(
                    !needed || attributes.containsKey(parameter.attribute()),
                    node + " has no " + parameter.attribute());
        }
    }

    private boolean hasParametersOf(ExecutableElement kernel, Graph graph) {
        List<SignatureElement> leaves = new Members(javac, kernel).leaves();
        return leaves.size() == graph.parameters().size()
                && IntStream.range(0, leaves.size())
                        .allMatch(i -> fits(leaves.get(i), graph.parameters().get(i)));
    }

    /**
     * Returns true if a parameter matches its declaration. Class files may lack parameter names, but never component
     * names.
     */
    private boolean fits(SignatureElement leaf, Graph.Parameter parameter) {
        return parameter.isTensor() == javac.isTensor(leaf.type())
                && components(leaf.path()).equals(components(parameter.name()));
    }

    private static String components(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? "" : path.substring(dot);
    }

    private boolean hasResultsOf(ExecutableElement kernel, Graph graph) {
        TypeMirror type = kernel.getReturnType();
        if (new Members(javac, kernel).returnsList()) {
            return !graph.outputs().isEmpty();
        }
        if (!javac.isRecord(type)) {
            return graph.outputs().size() == (javac.isTensor(type) ? 1 : 0);
        }
        return graph.outputs().stream()
                .map(Graph.Output::name)
                .toList()
                .equals(new Members(javac, kernel)
                        .resultLeaves().stream().map(SignatureElement::path).toList());
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Returns the elements of a constant tensor, from the file in the directory of the graphs. */
    private ConstantData constant(ExecutableElement kernel, String graphs, String sha256) {
        String resource = KernelClass.constantResource(graphs);
        try {
            FileObject file = resources.find(kernel, resource);
            long begin;
            ConstantFormat.Entry entry;
            try (InputStream in = file.openInputStream()) {
                ConstantFormat.Table table = ConstantFormat.read(in);
                begin = ConstantFormat.bytes(table).length;
                entry = table.entries().stream()
                        .filter(graph -> graph.sha256().equals(sha256))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(resource + " has no constant " + sha256));
            }
            long offset = begin + entry.offset();
            ConstantData data = ConstantData.read(() -> part(file, offset, entry.bytes()));
            require(data.sha256().equals(sha256), resource + " is damaged: a constant has another hash");
            return data;
        } catch (IOException e) {
            throw new IllegalArgumentException(resource + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns a byte range of a file. */
    private static InputStream part(FileObject file, long begin, long bytes) throws IOException {
        InputStream in = file.openInputStream();
        in.skipNBytes(begin);
        return new FilterInputStream(in) {
            private long left = bytes;

            @Override
            public int read() throws IOException {
                return left-- > 0 ? super.read() : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                if (left <= 0 && length > 0) {
                    return -1;
                }
                int count = super.read(target, offset, (int) Math.min(length, left));
                left -= Math.max(0, count);
                return count;
            }
        };
    }

    /**
     * Returns the text of the graphs of a kernel method's class.
     *
     * @throws IOException if it is missing
     */
    String text(ExecutableElement kernel) throws IOException {
        String resource = resource(kernel);
        byte[] content = ClassResources.content(resources.find(kernel, resource));
        Optional<String> recorded = recordedHash(kernel, resource);
        if (recorded.isPresent()) {
            String actual =
                    ConstantData.read(() -> new ByteArrayInputStream(content)).sha256();
            require(
                    actual.equals(recorded.get()),
                    "its SHA-256 is " + actual + ", and the manifest of the kernels has " + recorded.get());
        }
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Returns the hash of the graphs in the manifest of their class; empty in a jar, whose META-INF javac cannot open. */
    private Optional<String> recordedHash(ExecutableElement kernel, String resource) {
        String name = resource.substring(0, resource.lastIndexOf('.'))
                .replace('/', '.')
                .replace('$', '.');
        Properties entries = new Properties();
        try {
            byte[] manifest = ClassResources.content(
                    resources.find(kernel, ManifestFormat.directory(name) + ManifestFormat.FILE));
            entries.load(new StringReader(new String(manifest, StandardCharsets.UTF_8)));
        } catch (IOException notThere) {
            return Optional.empty();
        }
        return Optional.ofNullable(entries.getProperty(ManifestFormat.GRAPHS_HASH));
    }
}
