/** Ids of the parts shown with a code and without one. */
export const WITH_CODE = 'with-code'
export const BARE = 'without-code'

/**
 * Inline script: moves the token of the address into the form. Without a token it shows the hint about the missing
 * code. Pasting the whole link into the same tab changes only the hash, which loads nothing, so the script listens
 * for that.
 */
export const takeToken = `{const t=location.hash.slice(1),f=document.querySelector('[name=token]');if(t){f.value=t;f.type='hidden';f.previousElementSibling.remove()}else{document.getElementById('${WITH_CODE}').hidden=true;document.getElementById('${BARE}').hidden=false}addEventListener('hashchange',()=>location.reload())}`
