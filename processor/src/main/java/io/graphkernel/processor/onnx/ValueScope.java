package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.node.OnnxValue;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Scope of values by name: those of a graph, and of the enclosing graphs. */
final class ValueScope {

    private final Map<String, OnnxValue> values = new HashMap<>();
    private final Map<String, OnnxValue> captured = new HashMap<>();
    private final ValueScope outer;
    private final UnaryOperator<OnnxValue> capture;

    /** Creates the empty scope of a model. */
    ValueScope() {
        this(null, UnaryOperator.identity());
    }

    /**
     * Creates an empty scope.
     *
     * @param outer enclosing scope; null for the graph of a model
     * @param capture function from a value of the enclosing scope to the value in this one
     */
    ValueScope(ValueScope outer, UnaryOperator<OnnxValue> capture) {
        this.outer = outer;
        this.capture = capture;
    }

    /** Returns the value with a name; null if there is none. */
    OnnxValue get(String name) {
        OnnxValue value = values.get(name);
        if (value == null) {
            value = captured.get(name);
        }
        if (value == null && outer != null) {
            OnnxValue enclosing = outer.get(name);
            value = enclosing == null ? null : capture.apply(enclosing);
            if (value != null) {
                captured.put(name, value);
            }
        }
        return value;
    }

    /** Returns true if the graph itself has a value with this name. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the values of the graph itself by name. */
    Map<String, OnnxValue> all() {
        return Collections.unmodifiableMap(values);
    }

    void put(String name, OnnxValue value) {
        values.put(name, value);
    }

    /** Adds a value, which is a value of the model's graph if it is a tensor of the file. */
    void putConstant(String name, OnnxValue value) {
        put(name, value.isWeight() ? hoisted(value) : value);
    }

    private OnnxValue hoisted(OnnxValue weight) {
        return outer == null ? weight : capture.apply(outer.hoisted(weight));
    }
}
