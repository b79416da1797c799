package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.node.OnnxValue;
import java.util.HashMap;
import java.util.Map;

/** Scope of values by name: those of a graph, and of the enclosing graphs. */
final class ValueScope {

    private final Map<String, OnnxValue> values = new HashMap<>();
    private final ValueScope outer;

    /**
     * Creates an empty scope.
     *
     * @param outer enclosing scope; null for the graph of a model
     */
    ValueScope(ValueScope outer) {
        this.outer = outer;
    }

    /** Returns the value with a name; null if there is none. */
    OnnxValue get(String name) {
        OnnxValue value = values.get(name);
        return value == null && outer != null ? outer.get(name) : value;
    }

    /** Returns true if the graph itself has a value with this name. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    void put(String name, OnnxValue value) {
        values.put(name, value);
    }

    /** Adds a value; returns true if the graph had none with that name. */
    boolean putIfAbsent(String name, OnnxValue value) {
        return values.putIfAbsent(name, value) == null;
    }
}
