package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.onnx.OnnxModel.Axis;
import io.graphkernel.processor.onnx.OnnxModel.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Dims of inputs as the user says them, {@code ids:1,128;mask:1,n}. */
final class InputShapes {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private InputShapes() {}

    static Map<String, List<Axis>> parse(String text, OnnxModel model) throws OnnxException {
        Map<String, List<Axis>> shapes = new LinkedHashMap<>();
        if (text.isBlank()) {
            return shapes;
        }
        for (String part : text.split(";")) {
            int colon = part.lastIndexOf(':');
            if (colon < 1) {
                throw new OnnxException("'" + part.strip() + "' is no input with its dims");
            }
            String input = part.substring(0, colon).strip();
            List<Axis> axes = axes(part.substring(colon + 1).strip());
            require(input, axes, model);
            if (shapes.put(input, axes) != null) {
                throw new OnnxException("it has input '" + input + "' twice");
            }
        }
        return shapes;
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

    private static void require(String input, List<Axis> axes, OnnxModel model) throws OnnxException {
        Optional<Port> port = model.inputs().stream()
                .filter(each -> each.name().equals(input))
                .findFirst();
        if (port.isEmpty()) {
            throw new OnnxException("there is no input '" + input + "', but "
                    + model.inputs().stream()
                            .map(each -> "'" + each.name() + "'")
                            .collect(Collectors.joining(", ")));
        }
        List<Axis> declared = port.get().dims();
        if (axes.size() > Shape.MOST_DIMS || declared != null && declared.size() != axes.size()) {
            throw new OnnxException(
                    "input '" + input + "' has " + (declared == null ? "at most " + Shape.MOST_DIMS : declared.size())
                            + " axes, not " + axes.size());
        }
    }
}
