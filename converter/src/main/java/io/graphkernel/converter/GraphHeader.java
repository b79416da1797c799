package io.graphkernel.converter;

import io.graphkernel.converter.model.ModelInterface;
import io.graphkernel.converter.model.ModelInterface.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of the inputs and outputs in the text of a graph. */
final class GraphHeader {

    private static final String TYPE = "[a-z0-9]+\\[[^\\]]*\\]";
    private static final Pattern PARAMETER = Pattern.compile("%(\\w+): (" + TYPE + ")");
    private static final Pattern NODE = Pattern.compile("^ *%(\\w+) = .* : (" + TYPE + ")$");
    private static final Pattern RESULT = Pattern.compile("(\\w+)=%(\\w+)");
    private static final String RETURN = "return ";

    private GraphHeader() {}

    static ModelInterface read(String graph, String model, String stub) {
        List<Port> inputs = new ArrayList<>();
        List<Port> outputs = new ArrayList<>();
        Map<String, String> types = new HashMap<>();
        for (String line : graph.lines().toList()) {
            if (line.startsWith("graph ")) {
                Matcher parameter = PARAMETER.matcher(line);
                while (parameter.find()) {
                    inputs.add(new Port(parameter.group(1), parameter.group(2)));
                }
            } else if (line.strip().startsWith(RETURN)) {
                Matcher result = RESULT.matcher(line);
                while (result.find()) {
                    outputs.add(new Port(result.group(1), types.getOrDefault(result.group(2), "tensor")));
                }
            } else {
                Matcher node = NODE.matcher(line);
                if (node.matches()) {
                    types.put(node.group(1), node.group(2));
                }
            }
        }
        return new ModelInterface(model, stub, inputs, outputs);
    }
}
