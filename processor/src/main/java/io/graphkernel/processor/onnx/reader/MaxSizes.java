package io.graphkernel.processor.onnx.reader;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** User-specified maximum sizes of tensors whose shapes depend on elements, {@code selected:100;indices:20}. */
public final class MaxSizes {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private MaxSizes() {}

    public static Map<String, Long> parse(String text, ParsedModel model) throws OnnxException {
        Map<String, Long> sizes = new LinkedHashMap<>();
        if (text.isBlank()) {
            return sizes;
        }
        for (String entry : text.split(";")) {
            int colon = entry.lastIndexOf(':');
            String size = entry.substring(colon + 1).strip();
            if (colon < 1 || !NUMBER.matcher(size).matches()) {
                throw new OnnxException("'" + entry.strip() + "' is not a tensor with its maximum size");
            }
            String tensor = entry.substring(0, colon).strip();
            if (model.nodes().stream().noneMatch(node -> node.outputs().contains(tensor))) {
                throw new OnnxException("no node produces '" + tensor + "'");
            }
            if (sizes.put(tensor, Long.parseLong(size)) != null) {
                throw new OnnxException("it has tensor '" + tensor + "' twice");
            }
        }
        return sizes;
    }
}
