package io.graphkernel.op.definition.random;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.MovementOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Distributions with parameters. Each element uses the random number of its row-major index, as RandomUniform does. */
public final class DistributionOps {

    /** Number of values of a uniform random number. */
    private static final double UNIFORM_VALUES = 0x1p24;

    private DistributionOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "UniformRange" ->
                distribution(name, DistributionOps::range, number("low", OpDtype.F32), number("high", OpDtype.F32))
                        .document("low + (high - low) · u, with u the RandomUniform of the seeds");
            case "Normal" ->
                distribution(
                                name,
                                b -> b.add(b.mul(normal(b), b.operand("deviation")), b.operand("mean")),
                                number("mean", OpDtype.F32),
                                number("deviation", OpDtype.F32))
                        .document("mean + deviation · z, with z the StandardNormal of the seeds");
            case "TruncatedNormal" ->
                distribution(name, DistributionOps::truncated, number("low", OpDtype.F32), number("high", OpDtype.F32))
                        .document("standard normal between low and high, by the inverse of the distribution function of"
                                + " the RandomUniform of the seeds")
                        .note("precise for bounds on both sides of 0, and below 0");
            case "Exponential" ->
                distribution(name, DistributionOps::exponential, number("rate", OpDtype.F32))
                        .document("-ln(1 - u) / rate, with u the RandomUniform of the seeds");
            case "RandomGamma" ->
                distribution(name, GammaTries::of, number("concentration", OpDtype.F32), number("rate", OpDtype.F32))
                        .noGradient("the number of tries depends on the concentration; multiply by a scale outside")
                        .tolerance("the next try where the two sides of a comparison differ by roundings")
                        .document(
                                "gamma distribution by the method of Marsaglia and Tsang: the first of 7 tries that is"
                                        + " accepted, of which try k of element i uses the StandardNormal of the index 15 · i +"
                                        + " 2 · k, and the RandomUniform of the next one")
                        .note("below a concentration of 1 that of 1 more, times u^(1 / concentration), with u one minus"
                                + " the RandomUniform of the index 15 · i + 14; all tries are rejected with a probability"
                                + " below 1e-9, which returns (concentration - 1/3) / rate");
            case "RandomInteger" ->
                distribution(name, DistributionOps::integer, number("low", OpDtype.I64), number("high", OpDtype.I64))
                        .results(OpDtype.I64)
                        .tolerance("exact")
                        .document("integers from low to high - 1: low + ⌊u · (high - low)⌋, with u the RandomUniform of"
                                + " the seeds")
                        .note("u has 24 bits: high - low may be up to 2³⁸, of which 2²⁴ integers are drawn");
            case "RandomPermutation" ->
                OpRow.composite(name, DistributionOps::permutation)
                        .parameters(number("seed", OpDtype.I64), number("seed2", OpDtype.I64), attribute("n", Kind.DIM))
                        .limits(b -> {
                            b.sizes("n");
                            b.elements(b.list(b.extent("n")));
                        })
                        .results(OpDtype.I64)
                        .dtypes(DtypeClass.ANY)
                        .nonDifferentiable()
                        .tolerance("exact")
                        .shape("[n]")
                        .document("the integers from 0 to n - 1 in the order of the RandomUniform of the seeds");
            case "ChannelDropout" ->
                OpRow.composite(name, DistributionOps::channels)
                        .parameters(
                                tensor("x"),
                                number("keepProbability"),
                                number("seed", OpDtype.I64),
                                number("seed2", OpDtype.I64))
                        .nonDifferentiable("keepProbability", "seed", "seed2")
                        .gradient("x", b -> b.select(isKept(b), b.div(b.dy(), b.operand("keepProbability")), 0))
                        .shape("the shape of x, [n, channels, …]")
                        .document("x / keepProbability in the channels with u < keepProbability, else 0; u is the"
                                + " RandomUniform of the seeds with the dims of the first two axes");
            default -> null;
        };
    }

    private static OpRowBuilder distribution(String name, Expansion.Single expansion, OpParameter... parameters) {
        List<OpParameter> declared = new ArrayList<>(List.of(parameters));
        declared.add(number("seed", OpDtype.I64));
        declared.add(number("seed2", OpDtype.I64));
        declared.add(attribute("dims", Kind.DIMS));
        return OpRow.composite(name, expansion)
                .parameters(declared.toArray(OpParameter[]::new))
                .limits(MovementOps::dims)
                .results(OpDtype.F32)
                .dtypes(DtypeClass.ANY)
                .nonDifferentiable("seed", "seed2")
                .shape("dims");
    }

    private static Node uniform(ExpansionBuilder b) throws TypeException {
        return b.op("PhiloxUniform", b.rowMajorIndex(b.dims("dims")), b.operand("seed"), b.operand("seed2"));
    }

    private static Node normal(ExpansionBuilder b) throws TypeException {
        return b.op("PhiloxNormal", b.rowMajorIndex(b.dims("dims")), b.operand("seed"), b.operand("seed2"));
    }

    private static Node range(ExpansionBuilder b) throws TypeException {
        Node low = b.operand("low");
        return b.add(b.mul(uniform(b), b.sub(b.operand("high"), low)), low);
    }

    /** Bounds the result, which rounding moves out of the range. */
    private static Node truncated(ExpansionBuilder b) throws TypeException {
        Node low = b.operand("low");
        Node high = b.operand("high");
        Node below = b.op("NormalCdf", low);
        Node share = b.sub(b.op("NormalCdf", high), below);
        Node quantile = b.op("NormalQuantile", b.add(b.mul(uniform(b), share), below));
        return b.op("Minimum", b.op("Maximum", quantile, low), high);
    }

    private static Node exponential(ExpansionBuilder b) throws TypeException {
        return b.div(b.op("Neg", b.op("Log1p", b.op("Neg", uniform(b)))), b.operand("rate"));
    }

    private static Node integer(ExpansionBuilder b) throws TypeException {
        Node low = b.operand("low");
        Node word = b.cast(b.mul(uniform(b), UNIFORM_VALUES), DataType.I64);
        Node product = b.mul(word, b.sub(b.operand("high"), low));
        return b.add(b.op("FloorDiv", product, UNIFORM_VALUES), low);
    }

    private static Node permutation(ExpansionBuilder b) throws TypeException {
        Extent one = b.extent(1);
        Extent n = b.extent("n");
        Node keys = b.op("PhiloxUniform", b.rowMajorIndex(b.list(one, n, one)), b.operand("seed"), b.operand("seed2"));
        return b.reshape(b.call("SortOrder", Map.of("descending", false), keys), b.list(n));
    }

    private static Node channels(ExpansionBuilder b) throws TypeException {
        return b.select(isKept(b), b.div(b.x(), b.operand("keepProbability")), 0);
    }

    /** Returns the mask with the dims of x. */
    private static Node isKept(ExpansionBuilder b) throws TypeException {
        Node row = b.index(b.dims(b.x()), b.axes(0));
        Node channel = b.index(b.dims(b.x()), b.axes(1));
        Node position = b.add(b.mul(row, b.number(b.dim(b.x(), b.axes(1)), row)), channel);
        Node uniform = b.op("PhiloxUniform", position, b.operand("seed"), b.operand("seed2"));
        return b.op("Less", uniform, b.cast(b.operand("keepProbability"), DataType.F32));
    }
}
