package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels over one loop: all threads of the launch share its packs. */
final class FlatForm extends GroupLowering {

    FlatForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        Packs packs = new Packs(this);
        return List.of(function(kernel.name(), 0, () -> {
            declareInner();
            lower(this, packs, new PackLoops(this, packs));
        }));
    }

    /** The loops of all threads of a launch over {@code inner} elements. */
    static void lower(GroupLowering form, Packs packs, PackLoops loops) {
        Variable threads = form.code.integer("threads", Code.times(Builtin.GROUPS, Builtin.GROUP_THREADS));
        Variable member = form.code.integer(
                "member", Code.plus(Code.times(Builtin.GROUP, Builtin.GROUP_THREADS), Builtin.THREAD));
        packs.declare(List.of());
        loops.lower(
                form.kernel.unbufferedStages(),
                new PackLoops.Loop(Code.number(0), form.inner, member, threads, Code.ALWAYS, loops::inRegister));
    }
}
