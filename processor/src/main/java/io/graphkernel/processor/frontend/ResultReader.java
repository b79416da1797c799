package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.KernelDeclaration;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ElementStacks;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.List;

/** Reader of the value that a kernel method returns, as the outputs of its graph. */
final class ResultReader {

    /** Maximum number of tensors in a returned array. Each takes 40 to 60 bytes of the method that allocates them. */
    private static final int MAX_RESULTS = 1_000;

    private final Javac javac;
    private final BodyGraph graph;

    ResultReader(Javac javac, BodyGraph graph) {
        this.javac = javac;
        this.graph = graph;
    }

    /**
     * Returns the outputs.
     *
     * @param method the method
     * @param path its tree
     * @param value the returned value
     * @return the outputs; empty if it returns nothing
     * @throws RejectedTreeException if the length of a returned array is unknown or not supported, which is reported
     */
    List<Graph.Output> outputs(KernelDeclaration method, TreePath path, SymbolicValue value)
            throws RejectedTreeException {
        if (value instanceof TensorValue tensor) {
            return List.of(new Graph.Output("out", tensor.node()));
        }
        List<Graph.Output> outputs = new ArrayList<>();
        if (value instanceof RecordValue) {
            value.leaves().forEach((name, leaf) -> outputs.add(new Graph.Output(name, ((TensorValue) leaf).node())));
        } else if (value instanceof ArrayValue array) {
            requireLength(
                    method,
                    Long.toString(array.elements().size()),
                    array.elements().size());
            for (SymbolicValue element : array.elements()) {
                outputs.add(new Graph.Output("out" + outputs.size(), ((TensorValue) element).node()));
            }
        } else if (value instanceof StepArray || value instanceof LoopList) {
            Dim length = value instanceof StepArray array ? array.length() : ((LoopList) value).size();
            requireLength(method, length.toString(), length instanceof Dim.Constant constant ? constant.size() : -1);
            ArrayValue known = new ElementStacks(graph.builder(), javac.origin(path)).known(value);
            return outputs(method, path, known);
        }
        return outputs;
    }

    private void requireLength(KernelDeclaration method, String text, long length) throws RejectedTreeException {
        if (length < 1 || length > MAX_RESULTS) {
            javac.report(method.method(), Diagnostic.RESULT_LENGTH, method.name(), text, MAX_RESULTS);
            throw new RejectedTreeException();
        }
    }
}
