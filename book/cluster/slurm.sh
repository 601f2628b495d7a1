#!/bin/bash
# Run a recipe on two machines with four GPUs each: sbatch slurm.sh NAME
#SBATCH --job-name=attnbook
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=16
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

# Both machines must see this folder, with the data in it (attnbook data multi30k
# --pair en-fr). Process 0 writes checkpoints there; a requeued job resumes from them.
export ATTNBOOK_CACHE="${ATTNBOOK_CACHE:-$SLURM_SUBMIT_DIR/attnbook}"
# Each restart gets a store of its own: the machines may count restarts differently.
export TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1
export OMP_NUM_THREADS=4
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)

srun torchrun \
  --nnodes "$SLURM_NNODES" \
  --nproc-per-node 4 \
  --rdzv-backend c10d \
  --rdzv-endpoint "$first:29500" \
  --rdzv-id "$SLURM_JOB_ID" \
  --max-restarts 3 \
  -m attncourse run "${1:-translate-en-fr-transformer}" --gpu --autocast
