package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Combined;
import io.graphkernel.processor.lower.code.Expression.Item;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Space;
import io.graphkernel.processor.lower.code.Statement.Staged;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/** The loops of a stage over the inner elements: one over packs, and one over single elements where there are none. */
class PackLoops {

    /** How the value of an element is accumulated. */
    interface Accumulation {
        /**
         * Adds the statement.
         *
         * @param accumulator the register of the element
         * @param condition whether the element is there
         */
        void add(Node reduction, Item accumulator, Expression condition, Expression value);
    }

    /**
     * What a loop depends on.
     *
     * @param from the first element
     * @param to the end of the elements
     * @param member the thread's number among those that share the loop
     * @param width how many these are
     * @param stored the condition under which results are stored
     * @param accumulation how values are accumulated
     */
    record Loop(
            Expression from,
            Expression to,
            Expression member,
            Expression width,
            Expression stored,
            Accumulation accumulation) {}

    /** The first element of a pack, and the only one where there is no inner loop. */
    private static final Variable FIRST = Code.integer("i");
    /** How many elements of a pack are there, and whether it is one access. */
    private static final Variable REST = Code.count("rest");

    private static final Variable WHOLE = Code.count("whole");

    private final Packs packs;
    private final GroupLowering form;
    private final StageLowering body;
    private final Code code;

    PackLoops(GroupLowering form, Packs packs) {
        this.packs = packs;
        this.form = form;
        this.body = form.body;
        this.code = form.code;
    }

    /** Accumulates in a register if a condition holds. */
    final void inRegister(Node reduction, Item accumulator, Expression condition, Expression value) {
        Expression combined = new Combined(reduction, accumulator, value);
        code.assign(accumulator, Code.choose(condition, combined, accumulator));
    }

    /** The loops of some stages. */
    final void lower(List<Stage> stages, Loop loop) {
        for (Stage stage : stages) {
            declareBases(stage);
            if (packs.mayPack()) {
                code.when(Packs.PACKED, () -> lowerPacks(stage, loop), () -> lowerElements(stage, loop));
            } else {
                lowerElements(stage, loop);
            }
        }
    }

    /** Declares where buffers begin in the row, or in the iteration of the middle loops. */
    void declareBases(Stage stage) {
        for (Buffer buffer : packs.moved(stage)) {
            Expression first = first(buffer.access());
            code.let(base(buffer), Code.address(body.pointer(buffer), first), Origin.NONE);
        }
    }

    final Variable base(Buffer buffer) {
        Variable pointer = body.pointer(buffer);
        return new Variable(pointer.name() + "_row", pointer.type());
    }

    /** The number of the first element of a row: by the row's number if the outer loops are walked as one. */
    private Expression first(Access access) {
        int outer = form.space.outer().size();
        boolean one = outer > 1 && form.space.rowStride(access).isPresent();
        if (!one) {
            return Indices.element(access, packs.outside());
        }
        List<Expression> indices = new ArrayList<>(List.of(form.row));
        List<Dim> strides = new ArrayList<>(List.of(form.space.rowStride(access).orElseThrow()));
        for (int run = outer; run < packs.outside(); run++) {
            indices.add(Indices.of(run));
            strides.add(access.strides().get(run));
        }
        return Indices.sum(access.offset(), indices, strides);
    }

    private static Expression begin(Loop loop, Expression start) {
        return loop.from().equals(Code.number(0)) ? start : Code.plus(loop.from(), start);
    }

    private void lowerPacks(Stage stage, Loop loop) {
        Expression size = Code.number(packs.size());
        Expression start = begin(loop, Code.times(size, loop.member()));
        code.loop(FIRST, start, loop.to(), Code.times(size, loop.width()), Unroll.FREE, () -> {
            code.count(REST.name(), Code.call("rest", Code.minus(loop.to(), FIRST)));
            Expression isFull = new Expression.Binary(Operator.GREATER_EQUAL, REST, size);
            code.count(WHOLE.name(), Code.and(Packs.ALIGNED, isFull));
            stage.inputs().stream().filter(input -> !body.isGathered(input)).forEach(this::loadPack);
            stage.stores().forEach(output -> stage(stored(output)));
            packs.elements(() -> {
                code.count(form.present.name(), Code.less(Packs.ELEMENT, REST));
                if (packs.hasInner()) {
                    code.integer(form.column().name(), Code.plus(FIRST, Packs.ELEMENT));
                }
                form.element(stage, new PackElements(loop));
            });
            stage.stores().forEach(output -> storePack(output, loop));
        });
    }

    private void lowerElements(Stage stage, Loop loop) {
        Variable index = packs.hasInner() ? form.column() : FIRST;
        code.loop(
                index,
                begin(loop, loop.member()),
                loop.to(),
                loop.width(),
                form.unroll(stage),
                () -> form.element(stage, new SingleElements(index, loop)));
    }

    /** Loads a pack, or the one element for all of it. */
    void loadPack(Buffer input) {
        Dim stride = packs.stride(input);
        if (stride.equals(Dim.ZERO)) {
            code.let(loaded(input), new Load(base(input)), Origin.NONE);
            return;
        }
        stage(loaded(input));
        if (stride.equals(Dim.ONE)) {
            loadNeighbours(input);
        } else {
            loadStrided(input, Code.size(stride));
        }
    }

    /** Declares a register for each element of a pack. */
    final void stage(Variable registers) {
        code.add(new Staged(registers, Space.THREAD, List.of(Code.number(packs.size()))));
    }

    final void loadNeighbours(Buffer input) {
        code.effect(Code.call("load_" + packs.size(), loaded(input), Code.address(base(input), FIRST), REST, WHOLE));
    }

    final void loadStrided(Buffer input, Expression stride) {
        Expression first = stride.equals(Code.number(0)) ? stride : Code.times(FIRST, stride);
        code.effect(Code.call(
                "load_strided_" + packs.size(), loaded(input), Code.address(base(input), first), stride, REST));
    }

    private void storePack(Buffer output, Loop loop) {
        Dim stride = packs.stride(output);
        Expression rest = Code.choose(loop.stored(), REST, Code.number(0));
        if (stride.equals(Dim.ONE)) {
            Expression whole = Code.and(loop.stored(), WHOLE);
            code.effect(
                    Code.call("store_" + packs.size(), Code.address(base(output), FIRST), stored(output), rest, whole));
        } else {
            Expression distance = Code.size(stride);
            Expression address = Code.address(base(output), Code.times(FIRST, distance));
            code.effect(Code.call("store_strided_" + packs.size(), address, stored(output), distance, rest));
        }
    }

    /** A single element of an input. */
    Expression element(Buffer input, Variable index) {
        return new Load(Code.address(base(input), walked(index, packs.stride(input))));
    }

    private static Expression walked(Variable index, Dim stride) {
        return stride.equals(Dim.ZERO) ? Code.size(stride) : Code.times(index, Code.size(stride));
    }

    final Variable loaded(Buffer input) {
        return registers("in_", input);
    }

    private Variable stored(Buffer output) {
        return registers("out_", output);
    }

    private Variable registers(String prefix, Buffer buffer) {
        return new Variable(
                prefix + body.pointer(buffer).name(),
                new Type.Value(buffer.value().dtype()));
    }

    /** Element {@code e} of the packs. */
    private final class PackElements implements Elements {

        private final Loop loop;

        PackElements(Loop loop) {
            this.loop = loop;
        }

        @Override
        public Expression load(Buffer input) {
            boolean one = packs.stride(input).equals(Dim.ZERO);
            return one ? loaded(input) : new Item(loaded(input), List.of(Packs.ELEMENT));
        }

        @Override
        public void store(Buffer output, Expression value) {
            code.assign(new Item(stored(output), List.of(Packs.ELEMENT)), value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            loop.accumulation().add(reduction, packs.accumulator(reduction, Packs.ELEMENT), form.present, value);
        }

        @Override
        public Expression slice(Expression slice) {
            return Code.choose(form.present, slice, Code.number(-1));
        }
    }

    /** One element, which is there. */
    private final class SingleElements implements Elements {

        private final Variable index;
        private final Loop loop;

        SingleElements(Variable index, Loop loop) {
            this.index = index;
            this.loop = loop;
        }

        @Override
        public Expression load(Buffer input) {
            return element(input, index);
        }

        @Override
        public void store(Buffer output, Expression value) {
            Expression element = walked(index, packs.stride(output));
            code.when(loop.stored(), () -> code.store(Code.address(base(output), element), value));
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            loop.accumulation().add(reduction, packs.accumulator(reduction, Code.number(0)), Code.ALWAYS, value);
        }
    }
}
