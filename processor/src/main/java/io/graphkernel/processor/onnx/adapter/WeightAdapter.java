package io.graphkernel.processor.onnx.adapter;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import java.util.List;

/**
 * Low-rank adapter of a weight.
 *
 * @param weight name of the weight in the model
 * @param module name of the module of the weight, unique in the model
 * @param inputs number of rows of x · W
 * @param outputs number of columns of x · W
 * @param rank number of rows of A
 * @param scale factor of the product of both matrices
 * @param isTransposed true if the file stores the weight as [outputs, inputs]
 * @param isQuantized true if the file stores the weight as integers
 */
public record WeightAdapter(
        String weight,
        String module,
        long inputs,
        long outputs,
        int rank,
        double scale,
        boolean isTransposed,
        boolean isQuantized) {

    /** Returns the name of the matrix A, as in the files of PEFT. */
    public String nameOfA() {
        return module + ".lora_A.weight";
    }

    /** Returns the name of the matrix B. */
    public String nameOfB() {
        return module + ".lora_B.weight";
    }

    /** Returns the type of A. */
    public ValueType typeOfA() {
        return matrix(rank, inputs);
    }

    /** Returns the type of B. */
    public ValueType typeOfB() {
        return matrix(outputs, rank);
    }

    private static ValueType matrix(long rows, long columns) {
        return new ValueType(DataType.F32, Shape.of(List.of(Dim.of(rows), Dim.of(columns))));
    }
}
