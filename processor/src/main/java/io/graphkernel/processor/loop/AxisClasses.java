package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which axes of different values are one loop: a union-find over the axes of all values, by size. */
final class AxisClasses {

    private final Map<Node, Integer> firstAxis = new IdentityHashMap<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Dim> dims = new ArrayList<>();

    /** The class of an axis of a value. */
    int of(Node node, int axis) {
        Integer first = firstAxis.get(node);
        if (first == null) {
            first = parents.size();
            firstAxis.put(node, first);
            for (Dim dim : node.shape().dims()) {
                parents.add(parents.size());
                dims.add(dim);
            }
        }
        return find(first + axis);
    }

    /** The classes of all axes of a value. */
    List<Integer> of(Node node) {
        List<Integer> classes = new ArrayList<>();
        for (int axis = 0; axis < node.shape().rank(); axis++) {
            classes.add(of(node, axis));
        }
        return classes;
    }

    Dim dim(int axisClass) {
        return dims.get(axisClass);
    }

    boolean isUnit(int axisClass) {
        return dims.get(axisClass).equals(Dim.ONE);
    }

    /** Makes two classes one, which is possible if their sizes are equal. */
    boolean unite(int a, int b) {
        int first = find(a);
        int second = find(b);
        if (!dims.get(first).equals(dims.get(second))) {
            return false;
        }
        parents.set(Math.max(first, second), Math.min(first, second));
        return true;
    }

    int find(int axisClass) {
        int root = axisClass;
        while (parents.get(root) != root) {
            root = parents.get(root);
        }
        return root;
    }
}
