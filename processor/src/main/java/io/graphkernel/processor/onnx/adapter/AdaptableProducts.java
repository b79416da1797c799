package io.graphkernel.processor.onnx.adapter;

import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Analysis of the products of a model: the weights that they read, and the other reads of these weights. */
final class AdaptableProducts {

    private static final String CONTRIB = "com.microsoft";
    private static final String TRANSPOSE = "Transpose";
    private static final String DEQUANTIZE = "DequantizeLinear";
    private static final Set<String> QUANTIZED_PRODUCTS = Set.of(
            "MatMulInteger", "DynamicQuantizeMatMul", "MatMulIntegerToFloat", "QLinearMatMul", "QGemm", "ConvInteger");

    /**
     * Matrix derived from a weight.
     *
     * @param weight name of the weight
     * @param isTransposed true after an odd number of transpositions
     * @param isQuantized true if the weight is dequantized
     * @param elementType element type of the matrix
     */
    private record Matrix(String weight, boolean isTransposed, boolean isQuantized, ElementType elementType) {}

    /**
     * Product with a weight as its right operand.
     *
     * @param weight name of the weight
     * @param node node of the product
     * @param inputs number of rows of the right operand
     * @param outputs number of its columns
     * @param isTransposed true if the file stores the weight as [outputs, inputs]
     * @param isQuantized true if the file stores the weight as integers
     * @param alpha factor of the product
     * @param isFloat true if the operands are of the element type of adapters
     */
    record Product(
            String weight,
            OnnxNode node,
            long inputs,
            long outputs,
            boolean isTransposed,
            boolean isQuantized,
            double alpha,
            boolean isFloat) {}

    private final ParsedModel model;
    private final Map<String, Matrix> matrices = new HashMap<>();
    private final Map<String, List<Product>> products = new LinkedHashMap<>();
    private final Map<String, String> otherReads = new HashMap<>();

    private AdaptableProducts(ParsedModel model) {
        this.model = model;
    }

    /** Returns the products of a model. */
    static AdaptableProducts of(ParsedModel model) {
        AdaptableProducts found = new AdaptableProducts(model);
        model.initializers()
                .values()
                .forEach(tensor -> found.matrices.put(
                        tensor.name(), new Matrix(tensor.name(), false, false, tensor.elementType())));
        Set<String> needed = OnnxGraph.needed(model.nodes(), model.outputs());
        model.nodes().stream()
                .filter(node -> node.outputs().stream().anyMatch(needed::contains))
                .forEach(found::visit);
        model.outputs().forEach(output -> found.read(output.name(), "it is a result of the model"));
        return found;
    }

    /** Returns the products of a weight in the order of the model; empty if there are none. */
    List<Product> of(String weight) {
        return products.getOrDefault(weight, List.of());
    }

    /** Returns the weights with products, in the order of the first ones. */
    Set<String> weights() {
        return products.keySet();
    }

    /** Returns the reason why a weight is not only a matrix of products; empty if it is. */
    Optional<String> problem(OnnxTensor weight) {
        String other = otherReads.get(weight.name());
        if (other != null) {
            return Optional.of(other);
        }
        return products.containsKey(weight.name())
                ? Optional.empty()
                : Optional.of("no node that the outputs depend on reads it");
    }

    private void visit(OnnxNode node) {
        node.attributes().values().forEach(attribute -> {
            if (attribute.graph() != null) {
                subgraph(node, attribute.graph());
            }
        });
        Matrix first = input(node, 0);
        if (first != null && derive(node, first)) {
            for (int i = 1; i < node.inputs().size(); i++) {
                read(node.inputs().get(i), "it is input " + i + " of '" + node.title() + "' (" + node.op() + ")");
            }
            return;
        }
        Optional<Product> product = Optional.empty();
        if (first == null && input(node, 1) != null) {
            product = product(node, input(node, 1));
        }
        product.ifPresent(found -> products.computeIfAbsent(found.weight(), key -> new ArrayList<>())
                .add(found));
        for (int i = 0; i < node.inputs().size(); i++) {
            if (i != 1 || product.isEmpty()) {
                read(node.inputs().get(i), reason(node, i));
            }
        }
    }

    private static String reason(OnnxNode node, int input) {
        String read = "it is input " + input + " of '" + node.title() + "' (" + node.op() + ")";
        return QUANTIZED_PRODUCTS.contains(node.op())
                ? read + ", whose other operand is quantized too, so that it has no gradient"
                : read;
    }

    private Matrix input(OnnxNode node, int input) {
        return input < node.inputs().size() ? matrices.get(node.inputs().get(input)) : null;
    }

    private void read(String value, String reason) {
        Matrix matrix = matrices.get(value);
        if (matrix != null) {
            otherReads.putIfAbsent(matrix.weight(), reason);
        }
    }

    /** Records the reads of a loop or branch: an adapter is beside a product of the model's own graph. */
    private void subgraph(OnnxNode owner, OnnxGraph graph) {
        for (OnnxNode node : graph.nodes()) {
            node.inputs()
                    .forEach(input -> read(input, "it is read inside of '" + owner.title() + "' (" + owner.op() + ")"));
            node.attributes().values().forEach(attribute -> {
                if (attribute.graph() != null) {
                    subgraph(owner, attribute.graph());
                }
            });
        }
        graph.outputs().forEach(output -> read(output.name(), "it is a result of '" + owner.title() + "'"));
    }

    /** Records the output of a node that moves or converts a weight; returns false for any other node. */
    private boolean derive(OnnxNode node, Matrix matrix) {
        if (!node.domain().equals(ParsedModel.OWN_DOMAIN) && !node.op().equals(DEQUANTIZE)) {
            return false;
        }
        Matrix derived = switch (node.op()) {
            case "Identity" -> matrix;
            case "Cast" -> cast(node, matrix);
            case DEQUANTIZE -> dequantized(node, matrix);
            case TRANSPOSE ->
                isMatrix(matrix) && permutes(node)
                        ? new Matrix(
                                matrix.weight(), !matrix.isTransposed(), matrix.isQuantized(), matrix.elementType())
                        : null;
            default -> null;
        };
        if (derived == null) {
            return false;
        }
        matrices.put(node.outputs().get(0), derived);
        return true;
    }

    private static Matrix cast(OnnxNode node, Matrix matrix) {
        OnnxAttribute to = node.attributes().get("to");
        if (to == null || to.integers().isEmpty()) {
            return null;
        }
        ElementType target = ElementType.of(to.integers().get(0));
        return isFloating(target) && isFloating(matrix.elementType())
                ? new Matrix(matrix.weight(), matrix.isTransposed(), matrix.isQuantized(), target)
                : null;
    }

    private Matrix dequantized(OnnxNode node, Matrix matrix) {
        OnnxTensor scale = node.inputs().size() > 1
                ? model.initializers().get(node.inputs().get(1))
                : null;
        return scale == null ? null : new Matrix(matrix.weight(), matrix.isTransposed(), true, scale.elementType());
    }

    private boolean isMatrix(Matrix matrix) {
        return model.initializers().get(matrix.weight()).dims().size() == 2;
    }

    private static boolean permutes(OnnxNode node) {
        OnnxAttribute order = node.attributes().get("perm");
        return order == null || order.integers().equals(List.of(1L, 0L));
    }

    private static boolean isFloating(ElementType type) {
        return type.dtype().filter(dtype -> dtype.isFloating()).isPresent();
    }

    private Optional<Product> product(OnnxNode node, Matrix matrix) {
        boolean isContrib = node.domain().equals(CONTRIB);
        if (isContrib && node.op().equals("MatMulNBits")) {
            return Optional.of(new Product(
                    matrix.weight(),
                    node,
                    integer(node, "K"),
                    integer(node, "N"),
                    true,
                    true,
                    1,
                    scaleType(node) == ElementType.FLOAT));
        }
        boolean isProduct = isContrib
                ? node.op().equals("FusedMatMul") || node.op().equals("TransposeMatMul")
                : node.domain().equals(ParsedModel.OWN_DOMAIN)
                        && (node.op().equals("MatMul") || node.op().equals("Gemm"));
        boolean isPlain =
                integer(node, "transA") == 0 && integer(node, "transBatchA") == 0 && integer(node, "transBatchB") == 0;
        if (!isProduct || !isPlain || !isMatrix(matrix) || !isFloating(matrix.elementType())) {
            return Optional.empty();
        }
        boolean isTransposed = matrix.isTransposed() ^ integer(node, "transB") != 0;
        List<Long> dims = model.initializers().get(matrix.weight()).dims();
        return Optional.of(new Product(
                matrix.weight(),
                node,
                dims.get(isTransposed ? 1 : 0),
                dims.get(isTransposed ? 0 : 1),
                isTransposed,
                matrix.isQuantized(),
                real(node, "alpha"),
                matrix.elementType() == ElementType.FLOAT));
    }

    private ElementType scaleType(OnnxNode node) {
        OnnxTensor scales = node.inputs().size() > 2
                ? model.initializers().get(node.inputs().get(2))
                : null;
        return scales == null ? ElementType.UNDEFINED : scales.elementType();
    }

    private static long integer(OnnxNode node, String name) {
        OnnxAttribute attribute = node.attributes().get(name);
        return attribute == null || attribute.integers().isEmpty()
                ? 0
                : attribute.integers().get(0);
    }

    private static double real(OnnxNode node, String name) {
        OnnxAttribute attribute = node.attributes().get(name);
        return attribute == null || attribute.reals().isEmpty()
                ? 1
                : attribute.reals().get(0);
    }
}
