package io.graphkernel.processor.onnx.adapter;

import io.graphkernel.processor.onnx.adapter.AdaptableProducts.Product;
import io.graphkernel.processor.onnx.reader.NamePattern;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Insertion of low-rank adapters beside the products of selected weights. */
public final class AdapterInsertion {

    private static final String CONTRIB = "com.microsoft";

    /** Suffix of a weight within its module, as exporters and quantizers write it. */
    private static final Pattern SUFFIX = Pattern.compile("(\\.MatMul)?\\.weight(_Q\\d+|_quantized)?$");

    /** Prefix of names that PyTorch's exporter generates for folded weights. */
    private static final String GENERATED = "onnx::";

    /**
     * Selection of weights.
     *
     * @param patterns names of weights or modules, in which {@code *} stands for any text
     * @param rank number of rows of A
     * @param scale factor of the product of both matrices
     */
    public record Request(List<String> patterns, int rank, double scale) {

        public Request {
            patterns = List.copyOf(patterns);
        }
    }

    /**
     * Model with adapters, which its nodes read by their names as inputs.
     *
     * @param model the model with further nodes
     * @param adapters adapters, in the order of the weights
     */
    public record Adapted(ParsedModel model, List<WeightAdapter> adapters) {

        public Adapted {
            adapters = List.copyOf(adapters);
        }
    }

    private final ParsedModel model;
    private final AdaptableProducts products;
    private final Map<String, String> modules = new HashMap<>();
    private final Map<String, WeightAdapter> adapters = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();

    private AdapterInsertion(ParsedModel model) {
        this.model = model;
        products = AdaptableProducts.of(model);
        Set<String> used = new HashSet<>();
        for (String weight : products.weights()) {
            String module = module(weight, products.of(weight).get(0).node());
            modules.put(weight, used.add(module) ? module : weight);
        }
        taken.addAll(model.initializers().keySet());
        model.inputs().forEach(input -> taken.add(input.name()));
        model.nodes().forEach(node -> taken.addAll(node.outputs()));
    }

    /**
     * Inserts adapters into a model.
     *
     * @param requests selections of weights
     * @param trainable weights that may not have an adapter, since they are trained themselves
     * @return the model with adapters; unchanged without selections
     * @throws OnnxException if a selected weight cannot have an adapter, or a pattern matches none
     */
    public static Adapted of(ParsedModel model, List<Request> requests, Set<String> trainable) throws OnnxException {
        if (requests.isEmpty()) {
            return new Adapted(model, List.of());
        }
        AdapterInsertion insertion = new AdapterInsertion(model);
        for (Request request : requests) {
            insertion.select(request, trainable);
        }
        return new Adapted(insertion.rewritten(), List.copyOf(insertion.adapters.values()));
    }

    private static String module(String weight, OnnxNode product) {
        String path = product.name();
        if (weight.startsWith(GENERATED) && path.startsWith("/") && path.lastIndexOf('/') > 0) {
            return path.substring(1, path.lastIndexOf('/')).replace('/', '.');
        }
        return SUFFIX.matcher(weight).replaceFirst("");
    }

    private void select(Request request, Set<String> trainable) throws OnnxException {
        if (!(request.scale() > 0) || Double.isInfinite(request.scale())) {
            throw new OnnxException("scale is " + request.scale() + ", and not a positive number");
        }
        if (request.patterns().isEmpty()) {
            throw new OnnxException("weights is empty");
        }
        for (String text : request.patterns()) {
            NamePattern pattern = new NamePattern(text);
            boolean isMatched = false;
            for (OnnxTensor weight : model.initializers().values()) {
                String module = modules.get(weight.name());
                if (pattern.matches(weight.name()) || module != null && pattern.matches(module)) {
                    isMatched = true;
                    add(weight, request, trainable);
                }
            }
            if (!isMatched) {
                throw new OnnxException("no weight fits '" + text + "'; matrices of products are "
                        + NamePattern.list(products.weights()));
            }
        }
    }

    private void add(OnnxTensor weight, Request request, Set<String> trainable) throws OnnxException {
        String name = weight.name();
        String problem = trainable.contains(name)
                ? "it is trainable itself"
                : products.problem(weight).orElse("");
        if (!problem.isEmpty()) {
            throw new OnnxException("weight '" + name + "', " + weight.elementType() + weight.dims()
                    + ", is not a frozen matrix of products: " + problem);
        }
        Product product = products.of(name).get(0);
        for (Product other : products.of(name)) {
            if (other.isTransposed() != product.isTransposed()) {
                throw new OnnxException("weight '" + name + "' is transposed in '"
                        + (other.isTransposed() ? other : product).node().title() + "' alone");
            }
        }
        long maxRank = Math.min(product.inputs(), product.outputs());
        if (request.rank() < 1 || request.rank() > maxRank) {
            throw new OnnxException("rank " + request.rank() + " of weight '" + name + "', " + weight.elementType()
                    + weight.dims() + ", is not in 1 to " + maxRank);
        }
        WeightAdapter adapter = new WeightAdapter(
                name,
                modules.get(name),
                product.inputs(),
                product.outputs(),
                request.rank(),
                request.scale(),
                product.isTransposed(),
                product.isQuantized());
        WeightAdapter earlier = adapters.putIfAbsent(name, adapter);
        if (earlier != null && !earlier.equals(adapter)) {
            throw new OnnxException("weight '" + name + "' has two adapters");
        }
    }

    private ParsedModel rewritten() {
        Map<OnnxNode, Product> adapted = new IdentityHashMap<>();
        adapters.keySet()
                .forEach(weight -> products.of(weight).forEach(product -> adapted.put(product.node(), product)));
        List<OnnxNode> nodes = new ArrayList<>();
        for (OnnxNode node : model.nodes()) {
            Product product = adapted.get(node);
            if (product == null) {
                nodes.add(node);
            } else {
                insert(product, adapters.get(product.weight()), nodes);
            }
        }
        Map<String, Long> opsets = new HashMap<>(model.opsets());
        opsets.putIfAbsent(CONTRIB, 1L);
        return new ParsedModel(
                model.irVersion(), opsets, model.name(), nodes, model.initializers(), model.inputs(), model.outputs());
    }

    private void insert(Product product, WeightAdapter adapter, List<OnnxNode> nodes) {
        OnnxNode node = product.node();
        String result = node.outputs().get(0);
        String frozen = unused(result + "/frozen");
        nodes.add(new OnnxNode(
                node.title(), node.op(), node.domain(), node.inputs(), List.of(frozen), node.attributes()));
        String x = node.inputs().get(0);
        if (!product.isFloat()) {
            x = add(nodes, "CastLike", "", result + "/x", Map.of(), x, adapter.nameOfA());
        }
        String narrow = add(
                nodes,
                "FusedMatMul",
                CONTRIB,
                result + "/lora_A",
                Map.of("transB", flag("transB")),
                x,
                adapter.nameOfA());
        Map<String, OnnxAttribute> scaled =
                Map.of("transB", flag("transB"), "alpha", real("alpha", product.alpha() * adapter.scale()));
        String change = add(nodes, "FusedMatMul", CONTRIB, result + "/lora_B", scaled, narrow, adapter.nameOfB());
        if (!product.isFloat()) {
            change = add(nodes, "CastLike", "", result + "/change", Map.of(), change, frozen);
        }
        nodes.add(new OnnxNode("", "Add", "", List.of(frozen, change), List.of(result), Map.of()));
    }

    private String add(
            List<OnnxNode> nodes,
            String op,
            String domain,
            String output,
            Map<String, OnnxAttribute> attributes,
            String... inputs) {
        String name = unused(output);
        nodes.add(new OnnxNode("", op, domain, List.of(inputs), List.of(name), attributes));
        return name;
    }

    private String unused(String name) {
        String unused = name;
        while (!taken.add(unused)) {
            unused += "_";
        }
        return unused;
    }

    private static OnnxAttribute flag(String name) {
        return new OnnxAttribute(name, OnnxAttribute.Kind.INT, List.of(1L), List.of(), List.of(), null, null);
    }

    private static OnnxAttribute real(String name, double value) {
        return new OnnxAttribute(
                name, OnnxAttribute.Kind.FLOAT, List.of(), List.of((float) value), List.of(), null, null);
    }
}
