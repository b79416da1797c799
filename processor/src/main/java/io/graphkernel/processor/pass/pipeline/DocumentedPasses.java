package io.graphkernel.processor.pass.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/** The passes of MindSpore's documents that are not in this pipeline, with reasons. */
final class DocumentedPasses {

    /** Reasons by pass. */
    static final Map<String, String> WITHOUT_MEANING = reasons();

    private DocumentedPasses() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        addAll(reasons, "every result is a separate node; tuples do not exist", "getitem_tuple");
        addAll(
                reasons,
                "constants are attributes anyway",
                "convert_input_to_attr",
                "convert_attr_to_input",
                "add_attr");
        addAll(
                reasons,
                "the graph is pure data flow, without control dependences",
                "depend_elimination",
                "depend_edge_elimination",
                "generated_depend_elimination",
                "split_assign",
                "spread_update_state",
                "shrink_update_state",
                "fold_updatestates",
                "extend_output_for_update_state",
                "merge_output_for_update_state",
                "reduce_fake_output_memory",
                "deal_with_side_effect");
        addAll(
                reasons,
                "dims are symbols in every pass",
                "save_output_shape",
                "rewrite_output_shape",
                "symbol_engine_builder",
                "symbol_engine_extender",
                "shrink_only_shape_needed",
                "set_infershape_funtor",
                "graph_kernel_cluster_for_dynshape");
        addAll(reasons, "concatenating the weights would copy them at every call", "graph_kernel_op_combiner");
        addAll(
                reasons,
                "singleton_kernels, fuse_basic and fuse_composite do it",
                "graph_kernel_cluster",
                "graph_kernel_splitter");
        addAll(reasons, "dead_code_elimination does it", "eliminate_redundant_output");
        addAll(reasons, "recompute_fusion does it", "graph_kernel_recompute");
        addAll(reasons, "materialize_views does it", "shape_ops_splitter");
        addAll(reasons, "library_epilogue does it", "cast_matmul_fusion");
        addAll(reasons, "it applies only to tensor cores", "insert_pad_ops");
        addAll(
                reasons,
                "IsFinite, ReduceAll and their users are one kernel anyway",
                "floatstatus_fusion",
                "floatstatus_addn_fusion");
        addAll(reasons, "graph_kernel_expander expands every composite op", "proactive_fallback_expander");
        addAll(reasons, "16-bit floats compute in f32 in every kernel", "convert_bfloat16");
        addAll(
                reasons,
                "reductions are deterministic for any number of threads, without atomics",
                "atomic_clean",
                "stitch_atomic_clean",
                "tensor_scatter_add_atomic_add_to_first_tensor",
                "unsorted_segment_sum_atomic_add_process",
                "csr_atomic_add_process");
        addAll(
                reasons,
                "the method determines the dtype of every value",
                "decrease_transfer_precision",
                "decrease_compute_precision");
        addAll(reasons, "an input belongs to its caller, and temporaries share memory anyway", "tensor_inplace");
        addAll(reasons, "an update stores directly into its parameter anyway", "optimize_assign");
        addAll(reasons, "the plan allocates memory for a value when it is computed", "compact_tensor_liveness");
        addAll(
                reasons,
                "it is part of every compilation",
                "graph_kernel_build",
                "bind_value_to_graph",
                "convert_call_to_prim");
        return reasons;
    }

    private static void addAll(Map<String, String> reasons, String reason, String... passes) {
        for (String pass : passes) {
            reasons.put(pass, reason);
        }
    }
}
