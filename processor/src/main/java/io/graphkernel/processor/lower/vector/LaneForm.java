package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Expression.Vector;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Lane reductions, and scans next to a kept inner loop: vectors run along the kept inner loop, and each of their lanes
 * walks the middle loops for itself. Adjacent tiles of the inner loop are computed side by side, so that memory is read
 * in long pieces. They take a few iterations of the last middle loop at a time, with accumulators in registers that are then
 * joined with those of a block of iterations, and these with those of the tile: thus sums of many iterations stay accurate.
 */
final class LaneForm extends VectorLowering {

    /** Vectors that go side by side. */
    private static final int VECTORS = 4;

    /** Iterations of the last middle loop that accumulate in registers. */
    private static final int ITERATIONS = 8;

    /** Iterations of the last middle loop whose accumulators are joined before they meet those of the tile. */
    private static final int BLOCK = 128;

    private static final Variable I = VectorLoop.I;
    private static final Variable ITEM = Code.integer("item");
    private static final Variable TILES = Code.integer("tiles");
    private static final Variable TILE = Code.integer("tile");
    private static final Variable JOINED = Code.integer("joined");
    private static final Variable COLUMN = Code.integer("column");
    private static final Variable COLUMNS = Code.integer("columns");
    private static final Variable ITERATION = Code.integer("iteration");
    private static final Variable LAST = Code.integer("last");

    private final boolean scan;
    private final LaneValues values;

    LaneForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.scan = space.form() == Form.SCAN;
        this.values = new LaneValues(this);
    }

    @Override
    void lower() {
        function(kernel.name(), () -> {
            declareInner();
            values.declare();
            lowerTiles();
        });
    }

    /** The parallel range counts tiles of the inner loop; adjacent ones are computed side by side. */
    private void lowerTiles() {
        Expression width = Code.number(kernel.tileSide());
        code.let(TILES, Code.over(Code.plus(Bases.INNER, Code.number(kernel.tileSide() - 1)), width));
        code.variable(JOINED);
        code.loop(ITEM, Builtin.BEGIN, Builtin.END, JOINED, () -> {
            code.let(ROW, Code.over(ITEM, TILES));
            code.let(TILE, Code.modulo(ITEM, TILES));
            Expression rest = Code.least(Code.minus(TILES, TILE), Code.minus(Builtin.END, ITEM));
            code.assign(
                    JOINED, Code.least(Code.number(kernel.capabilities().tiles().adjacent()), rest));
            code.let(COLUMN, Code.times(TILE, width));
            code.let(COLUMNS, Code.least(Code.times(JOINED, width), Code.minus(Bases.INNER, COLUMN)));
            declareBases();
            if (scan) {
                Scope scope = Scope.ofAll(bases, "_row");
                scope.computeRow();
                stages.forEach(stage -> lowerStage(stage, scope));
            } else {
                lowerReduction(Scope.ofLanes(bases, "_row"));
            }
        });
    }

    private void lowerReduction(Scope scope) {
        for (int stage = 0; stage < stages.size(); stage++) {
            values.lowerBefore(stage, scope);
            lowerStage(stages.get(stage), scope);
        }
        values.lowerBefore(stages.size(), scope);
    }

    private void declareBases() {
        declareOuterIndices(ROW, "_row");
        for (Buffer buffer : bases.all()) {
            List<Expression> terms = new ArrayList<>();
            if (bases.movesWithRow(buffer)) {
                terms.addAll(bases.rowOffset(buffer, ROW, "_row"));
            }
            if (!bases.isStep(buffer, Dim.ZERO)) {
                terms.add(bases.product(COLUMN, bases.innerStride(buffer)));
            }
            bases.declare(buffer, "_row", bases.of(buffer), terms);
        }
    }

    private void lowerStage(StageFunction stage, Scope scope) {
        if (stage.accumulated().isEmpty()) {
            middle.all(
                    scope, () -> new VectorLoop(code, stage, withHead(scope.inMiddle(), COLUMNS)).lower(ZERO, COLUMNS));
            return;
        }
        fill(stage, values::lanes);
        code.block(() -> {
            if (stage.hasStores()) {
                code.let(StageFunction.STREAM, streamAll(stage, scope));
            }
            middle.first(space.middle().size() - 1, () -> {
                Expression extent = Code.size(space.runs().get(lastMiddle()).extent());
                if (scan) {
                    lowerIterations(stage, scope, ZERO, extent);
                } else {
                    lowerBlocks(stage, scope, extent);
                }
            });
        });
    }

    private int lastMiddle() {
        return space.outer().size() + space.middle().size() - 1;
    }

    private void lowerBlocks(StageFunction stage, Scope scope, Expression extent) {
        Variable block = Code.integer("block");
        Expression size = Code.number(BLOCK);
        code.loop(block, ZERO, extent, size, () -> {
            fill(stage, values::partial);
            lowerIterations(stage, scope, block, Code.least(Code.plus(block, size), extent));
            code.loop(I, ZERO, COLUMNS, Builtin.VECTOR_LANES, () -> {
                for (Node node : stage.accumulated()) {
                    join(node, values.lanes(node), I, whole(values.partial(node), I));
                }
            });
        });
    }

    private void fill(StageFunction stage, Function<Node, Variable> array) {
        for (Node node : stage.accumulated()) {
            code.effect(Code.call("fill", array.apply(node), new Identity(node), COLUMNS));
        }
    }

    /** The whole vector of an array that begins at an element. */
    static Expression whole(Variable array, Expression index) {
        return new Vector(Bases.address(array, index), Code.number(1), Builtin.VECTOR_LANES);
    }

    /** Accumulates a vector in the scratch memory. */
    private void join(Node node, Variable array, Expression index, Expression value) {
        Expression joined = accumulated(node, whole(array, index), value, Builtin.VECTOR_LANES);
        code.store(Bases.address(array, index), joined, Builtin.VECTOR_LANES);
    }

    private void lowerIterations(StageFunction stage, Scope scope, Expression from, Expression to) {
        Variable end = code.let(Code.integer("end_of_iterations"), to);
        Expression iterations = Code.number(ITERATIONS);
        code.loop(ITERATION, from, end, iterations, () -> {
            code.let(LAST, Code.least(Code.plus(ITERATION, iterations), end));
            code.variable(I, ZERO);
            Expression step = VectorLoop.vectors(VECTORS);
            code.advance(I, step, COLUMNS, () -> lowerVectors(stage, scope, VECTORS, Builtin.VECTOR_LANES));
            code.advance(I, Code.number(1), Builtin.VECTOR_LANES, COLUMNS, () -> {
                Variable lanes = Code.count("lanes");
                code.let(lanes, new Count(Code.least(Builtin.VECTOR_LANES, Code.minus(COLUMNS, I))));
                lowerVectors(stage, scope, 1, lanes);
            });
        });
    }

    /** Some iterations of the last middle loop for some vectors. */
    private void lowerVectors(StageFunction stage, Scope scope, int vectors, Expression lanes) {
        for (int vector = 0; vector < vectors; vector++) {
            for (Node node : stage.accumulated()) {
                Expression kept = whole(values.lanes(node), VectorLoop.index(vector));
                code.variable(accumulator(node, "_" + vector), scan ? kept : new Identity(node));
            }
        }
        Scope inner = scope.inMiddle();
        lastMiddle(scope, () -> {
            if (!scan && vectors > 1) {
                prefetch(inner);
            }
            for (int vector = 0; vector < vectors; vector++) {
                code.add(stage.statement(new StageFunction.Call(
                        VectorLoop.index(vector), Code.number(1), lanes, inner, "_" + vector, false)));
            }
        });
        for (int vector = 0; vector < vectors; vector++) {
            Expression index = VectorLoop.index(vector);
            for (Node node : stage.accumulated()) {
                Variable value = accumulator(node, "_" + vector);
                if (scan) {
                    code.store(Bases.address(values.lanes(node), index), value, Builtin.VECTOR_LANES);
                } else {
                    join(node, values.partial(node), index, value);
                }
            }
        }
    }

    /** Requests what is read some iterations later. */
    private void prefetch(Scope scope) {
        for (Buffer input : bases.readOnce()) {
            Dim stride = input.access().strides().get(lastMiddle());
            Address next = new Offset(scope.base(input), bases.product(Code.number(ITERATIONS / 2), stride));
            for (int vector = 0; vector < VECTORS; vector++) {
                Address later = Bases.address(next, VectorLoop.index(vector));
                code.effect(Code.call("prefetch", later, Code.number(1)));
            }
        }
    }

    /** The last middle loop, which a scan may walk backwards. */
    private void lastMiddle(Scope scope, Runnable body) {
        int run = lastMiddle();
        Variable index = Bases.index(run, "");
        Variable next = Code.integer("next");
        code.loop(isReverse() ? next : index, ITERATION, LAST, () -> {
            if (isReverse()) {
                Expression extent = Code.size(space.runs().get(run).extent());
                code.let(index, Code.minus(Code.minus(extent, Code.number(1)), next));
            }
            middle.declareBases(scope);
            body.run();
        });
    }

    /** Every iteration of the middle loops is aligned if the first one is and the way to the next one is. */
    private Expression streamAll(StageFunction stage, Scope scope) {
        Expression condition = VectorLoop.STREAMING;
        int first = space.outer().size();
        for (Buffer store : stage.stage().stores()) {
            Variable base = scope.base(store);
            condition = Code.and(condition, Code.call("is_aligned", base));
            for (int run = first; run < first + space.middle().size(); run++) {
                Expression next = Code.size(store.access().strides().get(run));
                condition = Code.and(condition, Code.call("is_aligned", new Offset(base, next)));
            }
        }
        return condition;
    }
}
