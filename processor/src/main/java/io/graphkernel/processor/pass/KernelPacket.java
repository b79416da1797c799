package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import java.util.Map;

/**
 * Copies the views that the packet lists keep out of kernels: what reads one then reads plain memory. All others are
 * packed with the kernel that reads them: it takes their shape arithmetic and their strides in.
 */
public final class KernelPacket implements GraphPass {

    @Override
    public String name() {
        return "kernel_packet";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public boolean runsBy(Flags flags) {
        return !flags.list(Flag.DISABLE_PACKET_OPS).isEmpty()
                || !flags.list(Flag.ENABLE_PACKET_OPS_ONLY).isEmpty();
    }

    @Override
    public Map<Flag, Names> names() {
        return OpLists.packetNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        OpLists lists = new OpLists(context.flags());
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            boolean packed = !OpTable.get().is(node, OpKind.VIEW)
                    || lists.packs(OpTable.get().row(node));
            if (packed) {
                return node;
            }
            context.decisions().note("Kernel packet without " + node.op() + " of " + node.type());
            return Copies.inScope(builder.add(node), node.op());
        });
    }
}
