package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** User-specified values of inputs, {@code rate:16000;sizes:1,3}, which become constants of the model. */
public final class InputValues {

    /** Maximum number of elements in an annotation. */
    private static final int MAX_ELEMENTS = 4096;

    private InputValues() {}

    public static Map<String, OnnxTensor> parse(String text, ParsedModel model, Map<String, List<Axis>> shapes)
            throws OnnxException {
        Map<String, OnnxTensor> values = new LinkedHashMap<>();
        if (text.isBlank()) {
            return values;
        }
        for (String entry : text.split(";")) {
            int colon = entry.lastIndexOf(':');
            if (colon < 1) {
                throw new OnnxException("'" + entry.strip() + "' is not an input with its elements");
            }
            String input = entry.substring(0, colon).strip();
            Port port = InputShapes.port(input, model);
            List<Axis> axes = shapes.getOrDefault(input, port.dims());
            if (values.put(input, tensor(port, axes, entry.substring(colon + 1).strip())) != null) {
                throw new OnnxException("it has input '" + input + "' twice");
            }
        }
        return values;
    }

    private static OnnxTensor tensor(Port port, List<Axis> axes, String text) throws OnnxException {
        String input = "input '" + port.name() + "'";
        if (!port.isTensor() || port.elementType().dtype().isEmpty()) {
            throw new OnnxException(input + " is not a tensor of a supported dtype");
        }
        DataType dtype = port.elementType().dtype().get();
        if (dtype.isNarrowFloat()) {
            throw new OnnxException(input + " is of " + dtype + ", whose elements cannot be written as numbers");
        }
        String[] words = text.isEmpty() ? new String[0] : text.split(",", -1);
        if (words.length > MAX_ELEMENTS) {
            throw new OnnxException(
                    input + " has " + words.length + " elements, and at most " + MAX_ELEMENTS + " can be written");
        }
        ByteBuffer elements =
                ByteBuffer.allocate(words.length * dtype.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        for (String word : words) {
            put(elements, dtype, word.strip(), input);
        }
        List<Long> dims = dims(input, axes, words.length);
        return new OnnxTensor(port.name(), port.elementType(), dims, elements.flip());
    }

    private static void put(ByteBuffer elements, DataType dtype, String word, String input) throws OnnxException {
        try {
            switch (dtype) {
                case F32 -> elements.putFloat(Float.parseFloat(word));
                case F64 -> elements.putDouble(Double.parseDouble(word));
                case BOOL -> elements.put((byte) (truth(word) ? 1 : 0));
                default -> {
                    long number = Long.parseLong(word);
                    if (!dtype.holds(number)) {
                        throw new NumberFormatException();
                    }
                    for (int i = 0; i < dtype.byteSize(); i++) {
                        elements.put((byte) (number >>> Byte.SIZE * i));
                    }
                }
            }
        } catch (NumberFormatException e) {
            throw new OnnxException("'" + word + "' is not an element of " + input + ", which is of " + dtype.text());
        }
    }

    private static boolean truth(String word) {
        if (!word.equals("true") && !word.equals("false")) {
            throw new NumberFormatException(word);
        }
        return word.equals("true");
    }

    /** Returns the dims for a number of elements, from which one open dim is inferred. */
    private static List<Long> dims(String input, List<Axis> axes, int count) throws OnnxException {
        if (axes == null) {
            throw new OnnxException(
                    "the file does not say how many axes " + input + " has; name its dims in inputShapes");
        }
        List<Long> dims = new ArrayList<>();
        int open = -1;
        long known = 1;
        for (int axis = 0; axis < axes.size(); axis++) {
            long size = axes.get(axis).size();
            if (size < 0 && open >= 0) {
                throw new OnnxException("two axes of " + input + " are open; name its dims in inputShapes");
            }
            open = size < 0 ? axis : open;
            known *= size < 0 ? 1 : Math.min(size, MAX_ELEMENTS + 1L);
            if (known > MAX_ELEMENTS) {
                throw new OnnxException(input + " has more than " + MAX_ELEMENTS + " elements");
            }
            dims.add(size);
        }
        if (open >= 0 && known > 0) {
            dims.set(open, count / known);
            known *= count / known;
        }
        if (known != count || open >= 0 && dims.get(open) < 0) {
            throw new OnnxException(input + " has the dims " + axes(axes) + ", and there are " + count + " elements");
        }
        return dims;
    }

    private static List<String> axes(List<Axis> axes) {
        return axes.stream()
                .map(axis -> axis.size() >= 0 ? Long.toString(axis.size()) : "?")
                .toList();
    }
}
