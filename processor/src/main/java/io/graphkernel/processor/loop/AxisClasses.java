package io.graphkernel.processor.loop;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Equivalence classes of axes that share a loop: a union-find over the axes of all values, by size. */
final class AxisClasses {

    private final Map<Node, Integer> firstAxis = new IdentityHashMap<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Dim> dims = new ArrayList<>();

    /** Returns the class of an axis of a value. */
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

    /** Returns the classes of all axes of a value. */
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

    /** Merges two classes. Returns false if their sizes differ. */
    boolean union(int a, int b) {
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
