package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.Shape;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** User-specified dims of inputs, {@code ids:1,128;mask:1,n}. */
public final class InputShapes {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private InputShapes() {}

    public static Map<String, List<Axis>> parse(String text, ParsedModel model) throws OnnxException {
        Map<String, List<Axis>> shapes = new LinkedHashMap<>();
        if (text.isBlank()) {
            return shapes;
        }
        for (String entry : text.split(";")) {
            int colon = entry.lastIndexOf(':');
            if (colon < 1) {
                throw new OnnxException("'" + entry.strip() + "' is not an input with its dims");
            }
            String input = entry.substring(0, colon).strip();
            List<Axis> axes = axes(entry.substring(colon + 1).strip());
            require(input, axes, model);
            if (shapes.put(input, axes) != null) {
                throw new OnnxException("it has input '" + input + "' twice");
            }
        }
        return shapes;
    }

    /** Prints the dims that a model declares, in the user's syntax; {@code ?} for an axis without a name. */
    public static String print(ParsedModel model) {
        return model.inputs().stream()
                .filter(port -> port.dims() != null)
                .map(port -> port.name() + ":"
                        + port.dims().stream().map(InputShapes::print).collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    }

    private static String print(Axis axis) {
        return axis.size() >= 0 ? Long.toString(axis.size()) : axis.name().isEmpty() ? "?" : axis.name();
    }

    private static List<Axis> axes(String text) throws OnnxException {
        List<Axis> axes = new ArrayList<>();
        if (text.isEmpty()) {
            return axes;
        }
        for (String dim : text.split(",", -1)) {
            String word = dim.strip();
            if (NUMBER.matcher(word).matches()) {
                axes.add(new Axis(Long.parseLong(word), ""));
            } else if (NAME.matcher(word).matches()) {
                axes.add(new Axis(-1, word));
            } else {
                throw new OnnxException("'" + word + "' is neither a size nor a name");
            }
        }
        return axes;
    }

    /** Returns an input of a model by its name. */
    static Port port(String input, ParsedModel model) throws OnnxException {
        Optional<Port> port = model.inputs().stream()
                .filter(candidate -> candidate.name().equals(input))
                .findFirst();
        return port.orElseThrow(() -> new OnnxException("unknown input '" + input + "'; the inputs are "
                + model.inputs().stream()
                        .map(candidate -> "'" + candidate.name() + "'")
                        .collect(Collectors.joining(", "))));
    }

    private static void require(String input, List<Axis> axes, ParsedModel model) throws OnnxException {
        List<Axis> declared = port(input, model).dims();
        if (axes.size() > Shape.MAX_DIMS || declared != null && declared.size() != axes.size()) {
            throw new OnnxException("input '" + input + "' has "
                    + (declared == null ? "at most " + Shape.MAX_DIMS : declared.size()) + " axes, not " + axes.size());
        }
    }
}
